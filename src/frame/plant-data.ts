/** The data that the application loads first: entities, settings, signed-in user. */
import { use, useEffect, useRef, useState } from 'react';
import { ask } from '../../dataProvider/cached-reads.ts';
import { CallError } from '../../dataProvider/envelope.ts';
import type { SessionUser } from '../../dataProvider/session.ts';
import { onSettingsChange } from '../../dataProvider/settings-news.ts';
import { readOnDevice, showsStored } from '../../dataProvider/stored-first.ts';
import {
  type Access,
  allows,
  type KnownPerson,
  type SettingOf,
  settingsNamed,
} from '../../schemas/access.ts';
import { type Act, readAct } from '../../schemas/act.ts';
import type { Entity } from '../../schemas/entity.ts';
import { type EntitySchema, readEntity } from '../../schemas/read-entity.ts';
import { readable } from '../../schemas/readable.ts';

export interface Plant {
  /** All entities, including fields that the user may not see. */
  allEntities: Entity[];
  entities: Entity[];
  acts: Act[];
  setting: SettingOf;
  person: KnownPerson;
  /** The schemas as the server sent them. */
  schemas: string;
  /** Whether this is what a phone has stored, which may be old. */
  isHeld: boolean;
}

/** Settings that pages read, apart from those in access rules. */
const SCREEN_SETTINGS = [
  'FusoOrario',
  'IntervalloUpdInt',
  'MobileViewThreshold',
  'VisCalendarMobile',
  'Versione',
  'DefaultPartsView',
  'ShowClosedList',
  'ShowColImg',
  'ShowImgDesktop',
  'ShowImgMobile',
  'FotoConPosizione',
  'DettaturaVocale',
];

const accessesOf = ({ access, fields }: Entity): Access[] => [
  access.list,
  access.read,
  access.write,
  access.create,
  ...fields.flatMap(({ read, write }) => [read, write]).filter((one) => one !== undefined),
];

export async function askSettings(codici: string[], signal?: AbortSignal): Promise<SettingOf> {
  const { data } = await ask<{ codice: string; valore: string | null }[]>('/parametro/', {
    query: { codici },
    signal,
  });
  const values = new Map(data.map(({ codice, valore }) => [codice, valore ?? undefined]));
  return (code) => values.get(code);
}

const accessSettings = (entities: Entity[]): string[] => settingsNamed(entities.flatMap(accessesOf));

/** Returns the settings that decide whether instants show their time. */
const hourSettings = (entities: Entity[]): string[] =>
  entities.flatMap(({ fields }) => fields.flatMap(({ timeSetting }) => timeSetting ?? []));

const fetchSettings = (entities: Entity[], signal?: AbortSignal): Promise<SettingOf> =>
  askSettings(
    [...new Set([...SCREEN_SETTINGS, ...accessSettings(entities), ...hourSettings(entities)])],
    signal,
  );

/** Notes why the settings are missing, except after the end of a session, which the sign-in page explains. */
function note(error: unknown): void {
  if (!(error instanceof CallError && error.status === 401))
    console.warn('The settings could not be read', error);
}

/** Returns the settings. A setting that cannot be read counts as not set. */
const settingsOf = (entities: Entity[]): Promise<SettingOf> =>
  fetchSettings(entities).catch((error) => {
    note(error);
    return () => undefined;
  });

type PlantParts = Omit<Plant, 'entities'>;

function plantWith(parts: PlantParts): Plant {
  const may = (access: Access): boolean => allows(access, parts.person, parts.setting);
  return { ...parts, entities: parts.allEntities.map((entity) => readable(entity, may)) };
}

interface SchemaAnswer {
  data: Record<string, EntitySchema>;
  acts: Record<string, EntitySchema>;
}

type Schemas = Pick<Plant, 'allEntities' | 'acts' | 'schemas'>;

/** Reads the schemas; returns the known ones if the answer has not changed, because reading takes a phone long. */
async function readSchemas({ signal, known }: { signal?: AbortSignal; known?: Plant }): Promise<Schemas> {
  const answer: SchemaAnswer = { acts: {}, ...(await ask<SchemaAnswer['data']>('/schema/', { signal })) };
  const schemas = JSON.stringify([answer.data, answer.acts]);
  if (known?.schemas === schemas) return known;
  return {
    allEntities: Object.entries(answer.data).map(([name, schema]) => readEntity(name, schema)),
    acts: Object.entries(answer.acts).map(([name, schema]) => readAct(name, schema)),
    schemas,
  };
}

async function load(
  user: SessionUser,
  { isHeld, signal }: { isHeld: boolean; signal?: AbortSignal },
): Promise<Plant> {
  const schemas = await readSchemas({ signal });
  const { allEntities } = schemas;
  return plantWith({
    ...schemas,
    setting: await (isHeld ? fetchSettings(allEntities, signal) : settingsOf(allEntities)),
    person: { family: user.codice_famiglia_ruolo, id: user.idUtente },
    isHeld,
  });
}

/** Loads the plant; on a phone, what it has stored. */
function loadFirst(user: SessionUser): Promise<Plant> {
  const loadNow = () => load(user, { isHeld: false });
  if (!showsStored()) return loadNow();
  return readOnDevice((signal) => load(user, { isHeld: true, signal })).catch(loadNow);
}

/** Returns the plant with these settings. Entities stay identical unless access changes, so that no form restarts. */
function withSettings(plant: Plant, setting: SettingOf): Plant {
  const isSame = accessSettings(plant.allEntities).every((code) => setting(code) === plant.setting(code));
  return isSame ? { ...plant, setting } : plantWith({ ...plant, setting });
}

/** Returns the plant with current settings, and with current schemas if it is what the device had stored. */
async function renewed(plant: Plant): Promise<Plant> {
  if (!plant.isHeld) return withSettings(plant, await fetchSettings(plant.allEntities));
  const schemas = await readSchemas({ known: plant });
  const setting = await fetchSettings(schemas.allEntities);
  const isKnown = schemas === plant;
  return isKnown
    ? { ...withSettings(plant, setting), isHeld: false }
    : plantWith({ ...plant, ...schemas, setting, isHeld: false });
}

let loaded: { user: SessionUser; plant: Promise<Plant> } | undefined;

/**
 * Returns the plant. It is updated when a response of the server reports changed settings, and at the start if it is
 * what the device had stored.
 */
export function usePlant(user: SessionUser): Plant {
  const first = use(plantOf(user));
  const [plant, setPlant] = useState(first);
  const last = useRef(plant);
  useEffect(() => {
    let stopped = false;
    const renew = () =>
      renewed(last.current).then((next) => {
        if (stopped) return;
        last.current = next;
        loaded = { user, plant: Promise.resolve(next) };
        setPlant(next);
      }, note);
    const stop = onSettingsChange(renew);
    if (last.current.isHeld) void renew();
    return () => {
      stopped = true;
      stop();
    };
  }, [user]);
  return plant;
}

/** Loads the plant once per sign-in. A failure is cached too: its error page has a link that reloads everything. */
function plantOf(user: SessionUser): Promise<Plant> {
  if (loaded?.user !== user) loaded = { user, plant: loadFirst(user) };
  return loaded.plant;
}
