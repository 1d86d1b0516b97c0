/** A refused fault in the form again: its values, photos and files as a draft that has the key of the act as its id. */

import type { Draft } from '../../../dataProvider/device.ts';
import { ADDED_FILE } from '../../../dataProvider/documents.ts';
import { drafts } from '../../../dataProvider/drafts.ts';
import { outbox } from '../../../dataProvider/outbox.ts';
import { isSameRecord, REPORTED, type Waiting } from '../../../dataProvider/outbox-order.ts';
import { WAITING } from '../../../resources/widgets/form-files.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { isEmpty, isRow } from '../../../schemas/values.ts';
import { reportFault, reportFaultOn } from '../intervention-routes.ts';

/** Returns whether the form of faults changes this act. */
export const isFault = ({ act }: Waiting): boolean => act === REPORTED;

/** Returns the refused fault that the state of an address names. */
export function changedFault(state: unknown): Waiting | undefined {
  const id = isRow(state) ? state.draft : undefined;
  return outbox.acts().find((act) => act.key === id && isFault(act));
}

const FIELD = /\/campo-file\/([^/]+)\/$/;

type Behind = Pick<Draft, 'files'> & { photos: File[] };

/** Returns the photos of a fault, and the files of its fields. */
function filesBehind(fault: Waiting): Behind {
  const behind: Behind = { photos: [], files: [] };
  for (const act of outbox.acts()) {
    if (!act.file || act.act !== ADDED_FILE || !isSameRecord(act, fault)) continue;
    const field = FIELD.exec(act.path)?.[1];
    if (field) behind.files.push({ field, file: act.file.content });
    else behind.photos.push(act.file.content);
  }
  return behind;
}

function draftOf(fault: Waiting, page: string): Omit<Draft, 'user' | 'at'> {
  const { key, on, about, body, isWhole = false } = fault;
  const { photos, files } = filesBehind(fault);
  const waiting = Object.fromEntries(files.map(({ field }) => [field, WAITING]));
  return {
    id: key,
    key,
    place: `${on} ${key}`,
    entity: on,
    about,
    page,
    values: { ...body, ...waiting },
    titles: {},
    files,
    besides: { photos, isWhole },
  };
}

/** Stores a refused fault as a draft, unless there is one, with the reason. Returns the address of its form. */
export async function openChange(
  fault: Waiting,
  refusal: string,
): Promise<{ page: string; state: { draft: string } }> {
  const asset = fault.body.id_oggetto;
  const page = asset === undefined ? reportFault() : reportFaultOn({ id: asset });
  const begun = drafts.all().find(({ id }) => id === fault.key);
  const { besides = { photos: [], isWhole: false }, ...draft } = begun ?? draftOf(fault, page);
  await drafts.put({ ...draft, besides: { ...besides, refusal } }, begun?.at);
  return { page: draft.page, state: { draft: fault.key } };
}

/** Returns the reason why the server refused a fault that is being changed. */
export const refusalOf = ({ key, refusal }: Waiting): string | undefined =>
  drafts.all().find(({ id }) => id === key)?.besides?.refusal ?? refusal;

/**
 * Returns the values that a new choice of the asset replaces: those that the plant provides for the asset, and
 * nothing in the custom fields, which belong to the class.
 */
export function givenByAsset(fault: Waiting | undefined, provided: Row, entity: Entity): Row {
  const before = drafts.all().find(({ id }) => id === fault?.key)?.values.id_oggetto;
  if (isEmpty(before) || before === provided.id_oggetto) return {};
  const custom = entity.fields.filter((field) => field.custom).map(({ name }) => [name, null]);
  return { ...provided, ...Object.fromEntries(custom) };
}
