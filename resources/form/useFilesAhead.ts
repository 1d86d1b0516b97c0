/**
 * Files that a stored record may not be without go before it: what it is held against then has them. A file of another
 * class can only follow, as the record is not of that class yet.
 */

import { useCallback, useRef } from 'react';
import { idOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import type { FileChange } from '../widgets/form-files.ts';
import { useSendFiles } from './FileSender.tsx';

export function useFilesAhead(entity: Entity, record: Row) {
  const sendFiles = useSendFiles();
  /** The record as these files have made it: a save that was refused is tried again upon that. */
  const version = useRef(record.versione);
  const sent = useRef(new Set<File>());
  const rest = useCallback(
    (changes: FileChange[]) => changes.filter(({ file }) => !file || !sent.current.has(file)),
    [],
  );
  const send = useCallback(
    async (typed: Row, changes: FileChange[]): Promise<Row> => {
      const classed = entity.customFields?.class;
      const staysInClass = !classed || !(classed in typed) || typed[classed] === record[classed];
      const needed = rest(changes).filter(
        ({ field, file }) => file && field.fileRequired && staysInClass && !record[field.name],
      );
      const owner = { resource: entity.resource, id: idOf(entity, record) };
      for (const { change, version: after } of await sendFiles(owner, needed, 'before')) {
        if (change.file) sent.current.add(change.file);
        // A version more is ours; what a colleague saved meanwhile is to be asked about.
        if (after === Number(version.current) + 1) version.current = after;
      }
      return typed.versione === record.versione ? { ...typed, versione: version.current } : typed;
    },
    [entity, record, sendFiles, rest],
  );
  return { send, rest };
}
