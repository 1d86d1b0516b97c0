/**
 * Stores the user's open work on a phone. While the page is idle, it reads a pack with the changes, and then
 * everything that the cards of changed work display, so that the cards open without a network. See
 * docs/decisions/063-the-pack.md.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useDataProvider } from 'react-admin';
import type { Taken, TakenRow } from '../../../dataProvider/device.ts';
import { documentsOf } from '../../../dataProvider/documents.ts';
import { isAway } from '../../../dataProvider/envelope.ts';
import { network } from '../../../dataProvider/network.ts';
import type { OfficinaProvider } from '../../../dataProvider/provider.ts';
import { packSince, storeTaken, TAKEN, takenOf } from '../../../dataProvider/taken.ts';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { classIn } from '../../../resources/context/useCustomised.ts';
import { useNetworkMissing } from '../../../resources/context/useNetworkMissing.ts';
import { WHOLE } from '../../../resources/form/RecordFrame.tsx';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { ALL_CLASSES } from '../../../schemas/custom-fields.ts';
import { MINUTE_MS } from '../../../schemas/durations.ts';
import { SIGNATURE_SETTINGS } from '../../../schemas/interventions.ts';
import type { RowOf } from '../../../schemas/types.ts';
import {
  belowOf,
  commentsAt,
  nextStatesOf,
  rowsAt,
  useAllStates,
  useSettings,
} from '../calls/intervention-calls.ts';
import { usePhotoFolder } from '../calls/photo-folder.ts';
import { readFaults } from '../fault/read-fault.ts';
import { useFormSettings } from '../form/form-fields.ts';
import { proposedPartsOf } from '../parts/proposed-parts.ts';
import { inOrder, mergedRows } from './take-along.ts';
import { readAhead } from './useReadAhead.ts';

const EVERY_MS = 10 * MINUTE_MS;

/** Reads everything that the card of this work displays, with the same requests as the card. */
async function readCard(
  entity: EntityOf<'odl'>,
  id: number,
  provider: OfficinaProvider,
  ended: () => boolean,
): Promise<void> {
  const { data: record } = await provider.getOne<RowOf<'odl'>>(entity.resource, { id, meta: WHOLE });
  await Promise.all([
    rowsAt(belowOf(id, 'checklist')),
    rowsAt(belowOf(id, 'ricambio')),
    rowsAt(commentsAt(id)),
    documentsOf({ resource: entity.resource, id }),
  ]);
  await Promise.all([
    proposedPartsOf(id),
    provider.template(entity.resource, classIn(entity, record) ?? ALL_CLASSES),
    provider.way('oggetto', record.id_oggetto),
    documentsOf({ resource: 'oggetto', id: record.id_oggetto }, { isCopertina: 1 }),
  ]);
  await readAhead(record, await nextStatesOf(record), ended);
}

/**
 * Reads the cards that are not stored yet. Work that can no longer be read, because it is deleted or hidden, counts
 * as read.
 */
async function readAll(
  taken: Omit<Taken, 'at'>,
  { read, ended }: { read(row: TakenRow): Promise<void>; ended(): boolean },
): Promise<void> {
  for (const work of inOrder(taken.rows, taken.user)) {
    if (ended()) return;
    if (work.isRead) continue;
    try {
      await read(work);
    } catch (error) {
      if (await isAway(error)) return;
    }
    // Without a network, reads return what the device had before, and a read that was ended is not complete.
    if (ended() || network.isMissing()) return;
    work.isRead = true;
    await storeTaken(taken);
  }
}

function useTakeAlong(entity: EntityOf<'odl'>): void {
  const { entities, person } = useApplication();
  const user = person?.id;
  const language = useLanguage();
  const provider = useDataProvider<OfficinaProvider>();
  const client = useQueryClient();
  const missing = useNetworkMissing();
  /** The one before ends first: two at a time would store each other's rows. */
  const last = useRef(Promise.resolve());
  // What every card reads.
  useAllStates();
  useFormSettings();
  useSettings([]);
  useSettings(Object.values(SIGNATURE_SETTINGS));
  usePhotoFolder();
  useEffect(() => {
    if (missing || user === undefined) return;
    let over = false;
    const ended = () => over;
    const take = async () => {
      if (document.hidden || over) return;
      try {
        const before = await takenOf(user, language);
        const pack = await packSince(before);
        // It belongs to the user and the language for which it was requested.
        if (over) return;
        const rows = mergedRows(before, pack, entities);
        const taken = { user, language, cursor: pack.cursor, schemas: pack.schemi.impronta, rows };
        await storeTaken(taken);
        const read = ({ row }: TakenRow) => readCard(entity, Number(row.id), provider, ended);
        const unread = inOrder(rows, user).filter((work) => !work.isRead);
        await readAll(taken, { read, ended });
        const assets = unread.map(({ row }) => Number(row.id_oggetto));
        if (assets.length > 0) await readFaults(entity, assets, provider, ended);
        await client.invalidateQueries({ queryKey: [TAKEN] });
      } catch {
        // The device stores nothing, or the network was lost. This is tried again later.
      }
    };
    const takeNext = async () => {
      // Without the files of the pages no card would open, so this waits for the service worker. If there is none,
      // it waits for ever.
      await navigator.serviceWorker?.ready;
      if (navigator.serviceWorker) last.current = last.current.then(take);
    };
    void takeNext();
    const timer = setInterval(() => void takeNext(), EVERY_MS);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [missing, entity, entities, user, language, provider, client]);
}

/** Works only for users who do work. Requesters have no work of their own. */
export default function TakeAlong() {
  const { family, byName } = useApplication();
  return family === 'RESP' ? null : <Taking entity={byName.entity('intervention')} />;
}

function Taking({ entity }: { entity: EntityOf<'odl'> }) {
  useTakeAlong(entity);
  return null;
}
