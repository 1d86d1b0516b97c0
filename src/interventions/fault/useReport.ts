/**
 * Sends a fault. Without a network the fault is stored on the device with its photos, which are sent when it has an
 * id.
 */
import { useRef, useState } from 'react';
import type { RaRecord, SaveHandler } from 'react-admin';
import { fieldAct, fileAct, type Owner } from '../../../dataProvider/documents.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import { isProvisional, provisionalId, REPORTED } from '../../../dataProvider/outbox-order.ts';
import { newKey } from '../../../dataProvider/retry.ts';
import { callIfReached, plainQuery, type Unsent } from '../../../dataProvider/send-or-wait.ts';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { type Send, useSendFiles } from '../../../resources/form/FileSender.tsx';
import { todayIn } from '../../../resources/format/plant-time.ts';
import type { FileChange } from '../../../resources/widgets/form-files.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { errorOf } from '../../../schemas/failures.ts';
import { isRow } from '../../../schemas/values.ts';
import { useChanged } from '../calls/intervention-calls.ts';
import { usePhotoFolder } from '../calls/photo-folder.ts';

const ON = 'intervention';
/** The page that displays a fault until it has a page of its own. */
const PAGE = '/home';

export interface Report {
  /** Replaces react-admin's save. A fault that must wait is "saved" with a provisional id. */
  save: SaveHandler<Row>;
  saving: boolean;
  /** Replaces the form's own sending of files. */
  sendFiles: Send;
  /** Stores what `save` could not send. Returns whether the photos are stored too. */
  keep(photos: File[]): Promise<boolean>;
}

export function useReport(entity: Entity, about: string): Report {
  const changed = useChanged();
  const zone = usePlantZone();
  const readFolder = usePhotoFolder();
  const sendFiles = useSendFiles();
  const held = useRef<{ key: string; act: Unsent }>(undefined);
  const files = useRef<FileChange[]>([]);
  const path = `/${entity.resource}/`;
  const [saving, setSaving] = useState(false);

  const save: SaveHandler<Row> = async (record, { meta, onSuccess, onError } = {}) => {
    const [key, body] = [newKey(), isRow(record) ? record : {}];
    const query = plainQuery(meta?.query ?? {});
    setSaving(true);
    try {
      const stored = (await callIfReached<RaRecord>(path, { method: 'POST', key, body, query }))?.data;
      if (stored) void changed();
      if (!stored) {
        const id = provisionalId(key);
        const act = { act: REPORTED, on: ON, id, makes: true, about } as const;
        held.current = { key, act: { ...act, method: 'POST', path, query, body } };
      }
      onSuccess?.({ ...body, id: provisionalId(key), ...stored }, {}, undefined);
    } catch (error) {
      onError?.(errorOf(error), {}, undefined);
    }
    setSaving(false);
  };

  const keep = async (photos: File[]): Promise<boolean> => {
    if (!held.current) return false;
    const { key, act } = held.current;
    const owner: Owner = { resource: entity.resource, id: act.id };
    const fields = files.current.flatMap(({ field, file }) =>
      file ? fieldAct(ON, owner, field.name, file) : [],
    );
    const folder = photos.length > 0 ? await readFolder().catch(() => undefined) : undefined;
    const values = folder && { idCartella: folder.id, descrizione: null, data_validita: todayIn(zone) };
    const pictures = values
      ? photos.map((photo) => fileAct({ on: ON, id: act.id }, owner, photo, values))
      : [];
    const behind = [...fields, ...pictures].map((one) => ({ ...one, about, key: newKey(), page: PAGE }));
    await outbox.add({ ...act, key, page: PAGE }, ...behind);
    return pictures.length === photos.length;
  };

  return {
    save,
    saving,
    sendFiles: async (owner, changes, when) => {
      if (!isProvisional(owner.id)) return sendFiles(owner, changes, when);
      files.current = changes;
      return [];
    },
    keep,
  };
}
