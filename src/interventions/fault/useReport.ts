/**
 * Sends a fault. Its photos and files are stored on the device in the same step, and sent when the fault has an id.
 * Without a network the fault is stored with them.
 */
import { useRef, useState } from 'react';
import type { RaRecord, SaveHandler } from 'react-admin';
import { fieldAct, fileAct, type Owner } from '../../../dataProvider/documents.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import { isProvisional, type OfRecord, provisionalId, REPORTED } from '../../../dataProvider/outbox-order.ts';
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
import { useSendPhotos } from './useSendPhotos.ts';

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
  keep(): Promise<boolean>;
}

/** What a fault is sent with. */
interface Reported {
  /** The name of the asset. */
  about: string;
  photos: File[];
  isWhole: boolean;
}

const recordOf = (key: string): OfRecord => ({ on: ON, id: provisionalId(key) });

/** Returns the acts that send files, as they are stored behind the fault. */
const stored = (acts: Unsent[], about: string) =>
  acts.map((act) => ({ ...act, about, key: newKey(), page: PAGE }));

const fieldActs = (owner: Owner, changes: FileChange[]): Unsent[] =>
  changes.flatMap(({ field, file }) => (file ? fieldAct(ON, owner, field.name, file) : []));

/** Returns a function that makes the acts that add the photos; none if the folder of photos is unknown. */
function usePhotoActs({ resource }: Entity): (id: string, photos: File[]) => Promise<Unsent[]> {
  const zone = usePlantZone();
  const readFolder = usePhotoFolder();
  return async (id, photos) => {
    const folder = photos.length > 0 ? await readFolder().catch(() => undefined) : undefined;
    if (!folder) return [];
    const values = { idCartella: folder.id, descrizione: null, data_validita: todayIn(zone) };
    return photos.map((photo) => fileAct({ on: ON, id }, { resource, id }, photo, values));
  };
}

type KeepPhotos = (key: string, id: RaRecord['id'], reported: Reported) => Promise<void>;

/** Returns a function that stores the photos of a fault that the server has, in place of the refused one. */
function useKeepPhotos(entity: Entity): KeepPhotos {
  const photoActs = usePhotoActs(entity);
  const sendPhotos = useSendPhotos();
  return async (key, id, { about, photos }) => {
    const acts = await photoActs(String(id), photos);
    const isKept = await outbox.replace(recordOf(key), ...stored(acts, about)).then(
      () => acts.length === photos.length,
      () => false,
    );
    if (!isKept) void sendPhotos({ resource: entity.resource, id }, photos);
  };
}

export function useReport(entity: Entity, reported: Reported): Report {
  const { about, photos, isWhole } = reported;
  const { resource } = entity;
  const changed = useChanged();
  const photoActs = usePhotoActs(entity);
  const sendFiles = useSendFiles();
  const keepPhotos = useKeepPhotos(entity);
  const held = useRef<{ key: string; act: Unsent }>(undefined);
  const files = useRef<FileChange[]>([]);
  const path = `/${resource}/`;
  const [saving, setSaving] = useState(false);

  const save: SaveHandler<Row> = async (record, { meta, onSuccess, onError } = {}) => {
    const [key, body] = [meta?.key ?? newKey(), isRow(record) ? record : {}];
    const query = plainQuery(meta?.query ?? {});
    const doneAt = outbox.acts().find((act) => act.key === key)?.doneAt;
    setSaving(true);
    try {
      const reply = await callIfReached<RaRecord>(path, { method: 'POST', key, body, query, doneAt });
      if (reply) {
        await keepPhotos(key, reply.data.id, reported);
        void changed();
      } else {
        const act = { act: REPORTED, ...recordOf(key), makes: true, about, isWhole } as const;
        held.current = { key, act: { ...act, method: 'POST', path, query, body } };
      }
      onSuccess?.({ ...body, id: provisionalId(key), ...reply?.data }, {}, undefined);
    } catch (error) {
      onError?.(errorOf(error), {}, undefined);
    }
    setSaving(false);
  };

  const keep = async (): Promise<boolean> => {
    if (!held.current) return false;
    const { key, act } = held.current;
    const doneAt = outbox.acts().find((one) => one.key === key)?.doneAt;
    const pictures = await photoActs(act.id, photos);
    const behind = [...fieldActs({ resource, id: act.id }, files.current), ...pictures];
    const fault = { ...act, key, page: PAGE, ...(doneAt && { doneAt }) };
    await outbox.replace(recordOf(key), fault, ...stored(behind, about));
    return pictures.length === photos.length;
  };

  return {
    save,
    saving,
    sendFiles: async (owner, changes, when) => {
      files.current = changes;
      if (isProvisional(owner.id)) return [];
      const acts = stored(fieldActs(owner, changes), about);
      return outbox.add(...acts).then(
        () => [],
        () => sendFiles(owner, changes, when),
      );
    },
    keep,
  };
}
