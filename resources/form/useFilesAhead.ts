/**
 * Sends the files that a stored record requires before the record, because the server checks that they exist. A
 * file of another class follows when the record has that class.
 */

import { useCallback, useRef } from 'react';
import { idOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import type { FileChange } from '../widgets/form-files.ts';
import { useSendFiles } from './FileSender.tsx';

export function useFilesAhead(entity: Entity, record: Row) {
  const sendFiles = useSendFiles();
  /** The record's version after these files. A refused save is repeated with it. */
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
        // A file of the user increases the version by one. A larger difference means a colleague's change, which
        // is a conflict.
        if (after === Number(version.current) + 1) version.current = after;
      }
      return typed.versione === record.versione ? { ...typed, versione: version.current } : typed;
    },
    [entity, record, sendFiles, rest],
  );
  return { send, rest };
}
