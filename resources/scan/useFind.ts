/** Finds the record of a code, among those that the user may open. */

import { type DataProvider, useDataProvider } from 'react-admin';
import { isAway } from '../../dataProvider/envelope.ts';
import { heldRecord, packedRow } from '../../dataProvider/held-records.ts';
import { having } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { readQr, readTyped, type Scanned, settingsOfCodes } from '../../schemas/qr/code.ts';
import { isRow } from '../../schemas/values.ts';
import { useApplication } from '../context/application.tsx';
import type { Refusal } from './ScanDialog.tsx';

export interface Found {
  entity: Entity;
  row: Row;
}

/**
 * 'foreign' is not one of our codes; 'unknown' is a code without a record that the user may read; 'not_here' is a code
 * that cannot be looked up without a network.
 */
export type NotFound = 'foreign' | 'unknown' | 'not_here';

const isRefused = (error: unknown): boolean => isRow(error) && (error.status === 403 || error.status === 404);

async function byId(provider: DataProvider, { resource }: Entity, id: number): Promise<Row | undefined> {
  try {
    return (await provider.getOne(resource, { id })).data;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

async function byCode(provider: DataProvider, entity: Entity, code: string): Promise<Row | undefined> {
  const key = having(entity, 'key').key[0]!;
  const { data } = await provider.getList(entity.resource, {
    filter: { ...having(entity, 'qr').qr.among, filtro: code, searchExactCode: 1 },
    sort: { field: key, order: 'ASC' },
    pagination: { page: 1, perPage: 10 },
  });
  return data.find((row) => String(row[key]).toLowerCase() === code.toLowerCase());
}

const lookUp = (provider: DataProvider, scanned: Scanned): Promise<Row | undefined> =>
  'id' in scanned
    ? byId(provider, scanned.entity, scanned.id)
    : byCode(provider, scanned.entity, scanned.code);

/** Which records a scan finds. */
interface Among {
  /** Limits the search to some entities, such as parts. */
  accepts?(entity: Entity): boolean;
  /** Whether a row of the user's pack is enough without a network. The device does not have its page. */
  packed?: boolean;
}

/** Returns a record without a network, if the device has read it. Lookups by id already did. */
async function heldHere(scanned: Scanned, isPacked: boolean): Promise<Row | undefined> {
  const { entity } = scanned;
  const [name, value] =
    'code' in scanned ? [having(entity, 'key').key[0]!, scanned.code] : [entity.id, String(scanned.id)];
  const held = 'code' in scanned ? await heldRecord(entity.resource, name, value) : undefined;
  return held ?? (isPacked ? packedRow(entity.resource, name, value) : undefined);
}

async function lookUpHere(
  provider: DataProvider,
  scanned: Scanned,
  isPacked: boolean,
): Promise<Row | 'away' | undefined> {
  try {
    return await lookUp(provider, scanned);
  } catch (error) {
    if (!(await isAway(error))) throw error;
    return (await heldHere(scanned, isPacked).catch(() => undefined)) ?? 'away';
  }
}

/** Returns a function that finds the record. */
export function useFind({ accepts, packed = false }: Among = {}) {
  const { entities, may, askSettings } = useApplication();
  const provider = useDataProvider();
  return async (text: string, typed: boolean): Promise<Found | NotFound> => {
    const setting = await askSettings(settingsOfCodes(entities)).catch(async (error) => {
      if (await isAway(error)) return undefined;
      throw error;
    });
    if (!setting) return 'not_here';
    const { origin } = location;
    const read = typed
      ? readTyped(text, entities, setting, origin)
      : [readQr(text, entities, setting, origin)].filter((code) => code !== undefined);
    if (read.length === 0) return 'foreign';
    let isLookedUp = true;
    for (const scanned of read) {
      const { entity } = scanned;
      if (!may(entity.access.read) || accepts?.(entity) === false) continue;
      const row = await lookUpHere(provider, scanned, packed);
      if (row === 'away') isLookedUp = false;
      else if (row) return { entity, row };
    }
    return isLookedUp ? 'unknown' : 'not_here';
  };
}

/** Returns why a code opens nothing. The code of something that is not on this device was read. */
export const notFoundText = (found: NotFound, translate: (key: string) => string): Refusal => ({
  title: found === 'not_here' ? translate('officina.scan.not_here_title') : undefined,
  text: translate(`officina.scan.${found}`),
});
