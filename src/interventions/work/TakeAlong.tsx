/**
 * Stores the user's open work on a phone. While the page is idle, it reads a pack with the changes, and then
 * everything that the cards of changed work display, so that the cards open without a network. See
 * docs/decisions/063-the-pack.md.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useDataProvider } from 'react-admin';
import { contents } from '../../../dataProvider/contents.ts';
import type { Taken, TakenFile, TakenRow } from '../../../dataProvider/device.ts';
import { CallError, isAway } from '../../../dataProvider/envelope.ts';
import { network } from '../../../dataProvider/network.ts';
import type { OfficinaProvider } from '../../../dataProvider/provider.ts';
import { packedOf, packSince, storePack, storeTaken, TAKEN, takenOf } from '../../../dataProvider/taken.ts';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { useNetworkMissing } from '../../../resources/context/useNetworkMissing.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { MINUTE_MS } from '../../../schemas/durations.ts';
import type { Entity } from '../../../schemas/entity.ts';
import { SIGNATURE_SETTINGS } from '../../../schemas/interventions.ts';
import { settingsOfCodes } from '../../../schemas/qr/code.ts';
import { readHere } from '../../assets/read-here.ts';
import { LIGHT_PAGE } from '../../assets/useLight.ts';
import { useAllStates, useSettings } from '../calls/intervention-calls.ts';
import { usePhotoFolder } from '../calls/photo-folder.ts';
import { readFaults } from '../fault/read-fault.ts';
import { useFormSettings } from '../form/form-fields.ts';
import { connectionType, useFilesLimit, useNoMobile } from './files-choice.ts';
import { readCard } from './read-card.ts';
import { inOrder, mergedPacked, mergedRows } from './take-along.ts';
import { chosenFiles } from './taken-files.ts';

const EVERY_MS = 10 * MINUTE_MS;

/**
 * Reads the cards that are not stored yet. Work that can no longer be read, because it is deleted or hidden, counts
 * as read.
 */
async function readAll(
  taken: Omit<Taken, 'at'>,
  { read, ended }: { read(row: TakenRow): Promise<TakenFile[]>; ended(): boolean },
): Promise<void> {
  for (const work of inOrder(taken.rows, taken.user)) {
    if (ended()) return;
    if (work.isRead) continue;
    let { files = [] } = work;
    try {
      files = await read(work);
    } catch (error) {
      if (await isAway(error)) return;
      // The user may no longer see it.
      if (error instanceof CallError && error.status < 500) files = [];
    }
    // Without a network, reads return what the device had before, and a read that was ended is not complete.
    if (ended() || network.isMissing()) return;
    Object.assign(work, { isRead: true, files });
    await storeTaken(taken);
  }
}

/** Stores the files of the work within the limit, once all of its cards have been read. */
async function takeFiles(
  { user, rows }: Pick<Taken, 'user' | 'rows'>,
  limit: number,
  isFetched: boolean,
  signal: AbortSignal,
): Promise<void> {
  const works = inOrder(rows, user);
  if (signal.aborted || works.some(({ isRead }) => !isRead)) return;
  const { chosen } = chosenFiles(works, limit);
  await contents.keepOnly(user, chosen);
  if (isFetched) await contents.fetch(user, chosen, signal);
}

/** Returns a function that reads what the report of a fault, and a scan, need of these assets. */
function useReadAssets(entity: EntityOf<'odl'>, provider: OfficinaProvider) {
  const { byName, askSettings } = useApplication();
  return useCallback(
    async (assets: number[], ended: () => boolean) => {
      if (assets.length === 0) return;
      await readFaults(entity, assets, provider, ended);
      await askSettings([LIGHT_PAGE]);
      await readHere(byName.entity('asset'), assets, provider, ended);
    },
    [entity, byName, askSettings, provider],
  );
}

/** Reads and stores the changes of the pack. Returns the open work after them. */
async function takePack(
  user: number,
  language: string,
  entities: Entity[],
  ended: () => boolean,
): Promise<Omit<Taken, 'at'> | undefined> {
  const [before, packed] = await Promise.all([takenOf(user, language), packedOf(user, language)]);
  // A device with the work but without the rows of the same pack, as after an update, reads the whole pack.
  const cursor = before?.cursor === packed?.cursor ? before?.cursor : undefined;
  const at = Date.now();
  const pack = await packSince(cursor, before?.schemas);
  // It belongs to the user and the language for which it was requested.
  if (ended()) return undefined;
  const rows = mergedRows(before, pack, entities);
  const taken = { user, language, cursor: pack.cursor, schemas: pack.schemi.impronta, rows };
  await storePack(taken, { user, language, cursor: pack.cursor, at, rows: mergedPacked(packed, pack) });
  return taken;
}

function useTakeAlong(entity: EntityOf<'odl'>): void {
  const { entities, person } = useApplication();
  const user = person?.id;
  const language = useLanguage();
  const provider = useDataProvider<OfficinaProvider>();
  const client = useQueryClient();
  const missing = useNetworkMissing();
  const [limit] = useFilesLimit();
  const [noMobile] = useNoMobile();
  /** The one before ends first: two at a time would store each other's rows. */
  const last = useRef(Promise.resolve());
  const readAssets = useReadAssets(entity, provider);
  // What every card and every scan reads.
  useSettings(settingsOfCodes(entities));
  useAllStates();
  useFormSettings();
  useSettings([]);
  useSettings(Object.values(SIGNATURE_SETTINGS));
  usePhotoFolder();
  useEffect(() => {
    if (missing || user === undefined) return;
    const over = new AbortController();
    const ended = () => over.signal.aborted;
    const take = async () => {
      if (document.hidden || ended()) return;
      try {
        const taken = await takePack(user, language, entities, ended);
        if (!taken) return;
        const read = ({ row }: TakenRow) => readCard(entity, Number(row.id), provider, ended);
        const unread = inOrder(taken.rows, user).filter((work) => !work.isRead);
        await readAll(taken, { read, ended });
        const assets = unread.map(({ row }) => Number(row.id_oggetto));
        await readAssets(assets, ended);
        await client.invalidateQueries({ queryKey: [TAKEN] });
        const isFetched = !(noMobile && connectionType() === 'cellular');
        await takeFiles(taken, limit, isFetched, over.signal);
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
      over.abort();
      clearInterval(timer);
    };
  }, [missing, entity, entities, user, language, provider, client, limit, noMobile, readAssets]);
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
