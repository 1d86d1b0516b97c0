/** What the application needs to know before it draws anything: the entities, the settings, who is there. */
import { call } from '../../dataProvider/http.ts';
import type { SessionUser } from '../../dataProvider/session.ts';
import { type Person, type SettingOf, settingsNamed } from '../../schemas/access.ts';
import type { Entity } from '../../schemas/entity.ts';
import { type EntitySchema, readEntity } from '../../schemas/read-entity.ts';

export interface Plant {
  entities: Entity[];
  setting: SettingOf;
  person: Person;
}

/** Settings the frame reads beside those that accesses name. */
const FRAME_SETTINGS = ['FusoOrario', 'MobileViewThreshold', 'VisCalendarMobile', 'Versione'];

/** Settings that cannot be read leave their defaults in force. */
async function settingsOf(entities: Entity[]): Promise<SettingOf> {
  const accesses = entities.flatMap(({ access }) => [access.list, access.read, access.write]);
  const codici = [...new Set([...FRAME_SETTINGS, ...settingsNamed(accesses)])];
  try {
    const { data } = await call<{ codice: string; valore: string | null }[]>('/parametro/', {
      query: { codici },
    });
    const values = new Map(data.map(({ codice, valore }) => [codice, valore ?? undefined]));
    return (code) => values.get(code);
  } catch (error) {
    console.warn('The settings could not be read', error);
    return () => undefined;
  }
}

async function load(user: SessionUser): Promise<Plant> {
  const { data } = await call<Record<string, EntitySchema>>('/schema/');
  const entities = Object.entries(data).map(([name, schema]) => readEntity(name, schema));
  return { entities, setting: await settingsOf(entities), person: { family: user.codice_famiglia_ruolo } };
}

let loaded: { user: SessionUser; plant: Promise<Plant> } | undefined;

/** Read once for each login. A failure is kept too: it shows the error page, whose link loads everything again. */
export function plantOf(user: SessionUser): Promise<Plant> {
  if (loaded?.user !== user) loaded = { user, plant: load(user) };
  return loaded.plant;
}
