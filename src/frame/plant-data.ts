/** What the application needs to know before it draws anything: the entities, the settings, who is there. */
import { use, useEffect, useRef, useState } from 'react';
import { call } from '../../dataProvider/http.ts';
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
  /** Before anything is left out that the person may not see. */
  whole: Entity[];
  entities: Entity[];
  acts: Act[];
  setting: SettingOf;
  person: KnownPerson;
}

/** Settings that screens read beside those that accesses name. */
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
];

const accessesOf = ({ access, fields }: Entity): Access[] => [
  access.list,
  access.read,
  access.write,
  access.create,
  ...fields.flatMap(({ read, write }) => [read, write]).filter((one) => one !== undefined),
];

export async function askSettings(codici: string[]): Promise<SettingOf> {
  const { data } = await call<{ codice: string; valore: string | null }[]>('/parametro/', {
    query: { codici },
  });
  const values = new Map(data.map(({ codice, valore }) => [codice, valore ?? undefined]));
  return (code) => values.get(code);
}

const accessSettings = (entities: Entity[]): string[] => settingsNamed(entities.flatMap(accessesOf));

/** Those by which the hour of a moment is shown, or is not. */
const hourSettings = (entities: Entity[]): string[] =>
  entities.flatMap(({ fields }) => fields.flatMap(({ timeSetting }) => timeSetting ?? []));

const ask = (entities: Entity[]): Promise<SettingOf> =>
  askSettings([...new Set([...SCREEN_SETTINGS, ...accessSettings(entities), ...hourSettings(entities)])]);

/** Settings that cannot be read leave their defaults in force. */
const settingsOf = (entities: Entity[]): Promise<SettingOf> =>
  ask(entities).catch((error) => {
    console.warn('The settings could not be read', error);
    return () => undefined;
  });

function plantWith(whole: Entity[], acts: Act[], setting: SettingOf, person: KnownPerson): Plant {
  const may = (access: Access): boolean => allows(access, person, setting);
  return { whole, entities: whole.map((entity) => readable(entity, may)), acts, setting, person };
}

/** The entities, and the acts beside them. */
interface SchemaAnswer {
  data: Record<string, EntitySchema>;
  acts: Record<string, EntitySchema>;
}

async function load(user: SessionUser): Promise<Plant> {
  const answer: SchemaAnswer = { acts: {}, ...(await call<SchemaAnswer['data']>('/schema/')) };
  const whole = Object.entries(answer.data).map(([name, schema]) => readEntity(name, schema));
  const acts = Object.entries(answer.acts).map(([name, schema]) => readAct(name, schema));
  return plantWith(whole, acts, await settingsOf(whole), {
    family: user.codice_famiglia_ruolo,
    id: user.idUtente,
  });
}

/** The plant under its settings of now. Entities that nobody's access changes stay the same, so that no form begins anew. */
async function renewed(plant: Plant): Promise<Plant> {
  const { whole, person } = plant;
  const setting = await ask(whole);
  const isSame = accessSettings(whole).every((code) => setting(code) === plant.setting(code));
  return isSame ? { ...plant, setting } : plantWith(whole, plant.acts, setting, person);
}

let loaded: { user: SessionUser; plant: Promise<Plant> } | undefined;

/** The plant from now on: settings that somebody changes come with the next answer of the server. */
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

/** Read once for each login. A failure is kept too: it shows the error page, whose link loads everything again. */
function plantOf(user: SessionUser): Promise<Plant> {
  if (loaded?.user !== user) loaded = { user, plant: load(user) };
  return loaded.plant;
}
