/** What the application needs to know before it draws anything: the entities, the settings, who is there. */
import { call } from '../../dataProvider/http.ts';
import type { SessionUser } from '../../dataProvider/session.ts';
import {
  type Access,
  allows,
  type KnownPerson,
  type SettingOf,
  settingsNamed,
} from '../../schemas/access.ts';
import type { Entity } from '../../schemas/entity.ts';
import { type EntitySchema, readEntity } from '../../schemas/read-entity.ts';
import { readable } from '../../schemas/readable.ts';

export interface Plant {
  entities: Entity[];
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

/** Settings that cannot be read leave their defaults in force. */
async function settingsOf(entities: Entity[]): Promise<SettingOf> {
  const accesses = entities.flatMap(accessesOf);
  const codici = [...new Set([...SCREEN_SETTINGS, ...settingsNamed(accesses)])];
  try {
    return await askSettings(codici);
  } catch (error) {
    console.warn('The settings could not be read', error);
    return () => undefined;
  }
}

async function load(user: SessionUser): Promise<Plant> {
  const { data } = await call<Record<string, EntitySchema>>('/schema/');
  const entities = Object.entries(data).map(([name, schema]) => readEntity(name, schema));
  const setting = await settingsOf(entities);
  const person: KnownPerson = { family: user.codice_famiglia_ruolo, id: user.idUtente };
  const may = (access: Access): boolean => allows(access, person, setting);
  return { entities: entities.map((entity) => readable(entity, may)), setting, person };
}

let loaded: { user: SessionUser; plant: Promise<Plant> } | undefined;

/** Read once for each login. A failure is kept too: it shows the error page, whose link loads everything again. */
export function plantOf(user: SessionUser): Promise<Plant> {
  if (loaded?.user !== user) loaded = { user, plant: load(user) };
  return loaded.plant;
}
