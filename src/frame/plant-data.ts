/** The data that the application loads first: entities, settings, signed-in user. */
import { use, useEffect, useRef, useState } from 'react';
import { ask } from '../../dataProvider/cached-reads.ts';
import type { SessionUser } from '../../dataProvider/session.ts';
import { onSettingsChange } from '../../dataProvider/settings-news.ts';
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
}

/** Settings that pages read, apart from those in access rules. */
const SCREEN_SETTINGS = [
  'FusoOrario',
  'IntervalloUpdInt',
  'MobileViewThreshold',
  'VisCalendarMobile',
  'Versione',
  'DefaultPartsView',
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

export async function askSettings(codici: string[]): Promise<SettingOf> {
  const { data } = await ask<{ codice: string; valore: string | null }[]>('/parametro/', {
    query: { codici },
  });
  const values = new Map(data.map(({ codice, valore }) => [codice, valore ?? undefined]));
  return (code) => values.get(code);
}

const accessSettings = (entities: Entity[]): string[] => settingsNamed(entities.flatMap(accessesOf));

/** Returns the settings that decide whether instants show their time. */
const hourSettings = (entities: Entity[]): string[] =>
  entities.flatMap(({ fields }) => fields.flatMap(({ timeSetting }) => timeSetting ?? []));

const fetchSettings = (entities: Entity[]): Promise<SettingOf> =>
  askSettings([...new Set([...SCREEN_SETTINGS, ...accessSettings(entities), ...hourSettings(entities)])]);

/** Returns the settings. A setting that cannot be read counts as not set. */
const settingsOf = (entities: Entity[]): Promise<SettingOf> =>
  fetchSettings(entities).catch((error) => {
    console.warn('The settings could not be read', error);
    return () => undefined;
  });

function plantWith(allEntities: Entity[], acts: Act[], setting: SettingOf, person: KnownPerson): Plant {
  const may = (access: Access): boolean => allows(access, person, setting);
  return { allEntities, entities: allEntities.map((entity) => readable(entity, may)), acts, setting, person };
}

interface SchemaAnswer {
  data: Record<string, EntitySchema>;
  acts: Record<string, EntitySchema>;
}

async function load(user: SessionUser): Promise<Plant> {
  const answer: SchemaAnswer = { acts: {}, ...(await ask<SchemaAnswer['data']>('/schema/')) };
  const allEntities = Object.entries(answer.data).map(([name, schema]) => readEntity(name, schema));
  const acts = Object.entries(answer.acts).map(([name, schema]) => readAct(name, schema));
  return plantWith(allEntities, acts, await settingsOf(allEntities), {
    family: user.codice_famiglia_ruolo,
    id: user.idUtente,
  });
}

/**
 * Returns the plant with current settings. Entities stay identical unless access changes, so that no form restarts.
 */
async function renewed(plant: Plant): Promise<Plant> {
  const { allEntities, person } = plant;
  const setting = await fetchSettings(allEntities);
  const isSame = accessSettings(allEntities).every((code) => setting(code) === plant.setting(code));
  return isSame ? { ...plant, setting } : plantWith(allEntities, plant.acts, setting, person);
}

let loaded: { user: SessionUser; plant: Promise<Plant> } | undefined;

/** Returns the plant. It is updated when a response of the server reports changed settings. */
export function usePlant(user: SessionUser): Plant {
  const first = use(plantOf(user));
  const [plant, setPlant] = useState(first);
  const last = useRef(plant);
  useEffect(() => {
    let stopped = false;
    const stop = onSettingsChange(() =>
      renewed(last.current).then(
        (next) => {
          if (stopped) return;
          last.current = next;
          loaded = { user, plant: Promise.resolve(next) };
          setPlant(next);
        },
        (error) => console.warn('The settings could not be read', error),
      ),
    );
    return () => {
      stopped = true;
      stop();
    };
  }, [user]);
  return plant;
}

/** Loads the plant once per sign-in. A failure is cached too: its error page has a link that reloads everything. */
function plantOf(user: SessionUser): Promise<Plant> {
  if (loaded?.user !== user) loaded = { user, plant: load(user) };
  return loaded.plant;
}
