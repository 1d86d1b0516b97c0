/** Finds the record of a code, among those that the user may open. */

import { type DataProvider, useDataProvider } from 'react-admin';
import { isAway } from '../../dataProvider/envelope.ts';
import { heldRecord } from '../../dataProvider/held-records.ts';
import { having } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { readQr, readTyped, type Scanned, settingsOfCodes } from '../../schemas/qr/code.ts';
import { isRow } from '../../schemas/values.ts';
import { useApplication } from '../context/application.tsx';

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

/** Returns a record without a network: the one with this code, if the device has read it. Lookups by id already did. */
const heldHere = async (scanned: Scanned): Promise<Row | undefined> =>
  'code' in scanned
    ? heldRecord(scanned.entity.resource, having(scanned.entity, 'key').key[0]!, scanned.code)
    : undefined;

const lookUpHere = async (provider: DataProvider, scanned: Scanned): Promise<Row | 'away' | undefined> => {
  try {
    return await lookUp(provider, scanned);
  } catch (error) {
    if (!(await isAway(error))) throw error;
    return (await heldHere(scanned).catch(() => undefined)) ?? 'away';
  }
};

/** Returns a function that finds the record. `accepts` limits the search to some entities, such as parts. */
export function useFind(accepts?: (entity: Entity) => boolean) {
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
      const row = await lookUpHere(provider, scanned);
      if (row === 'away') isLookedUp = false;
      else if (row) return { entity, row };
    }
    return isLookedUp ? 'unknown' : 'not_here';
  };
}
