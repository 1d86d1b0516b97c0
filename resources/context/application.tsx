/** The data that all generic screens share: the entities, read once, and the signed-in user. */
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useLocale } from 'react-admin';
import { type Access, allows, type Family, type KnownPerson, type SettingOf } from '../../schemas/access.ts';
import type { Act } from '../../schemas/act.ts';
import { EntityMap } from '../../schemas/catalogue.ts';
import type { Entity, Language } from '../../schemas/entity.ts';
import { KnownMap } from '../../schemas/known-map.ts';
import type { Acts, Rows, RowsByName } from '../../schemas/types.ts';
import { PLANT_ZONE } from '../format/format.ts';

export interface Application {
  entities: Entity[];
  /** The acts on records, by name. */
  acts: Map<string, Act>;
  act(name: keyof Acts): Act;
  byName: EntityMap<RowsByName>;
  byResource: EntityMap<Rows>;
  person: KnownPerson | undefined;
  family: Family | undefined;
  setting: SettingOf;
  may(access: Access): boolean;
  /** Reads current settings, which may be newer than those read at the start. */
  askSettings(codes: string[], signal?: AbortSignal): Promise<SettingOf>;
}

interface ApplicationProviderProps {
  entities: Entity[];
  acts: Act[];
  person: KnownPerson | undefined;
  setting: SettingOf;
  askSettings: Application['askSettings'];
  children: ReactNode;
}

const ApplicationContext = createContext<Application | undefined>(undefined);

export function ApplicationProvider({
  entities,
  acts,
  person,
  setting,
  askSettings,
  children,
}: ApplicationProviderProps) {
  const application = useMemo((): Application => {
    const actsByName = new KnownMap(
      'Acts',
      acts.map((act) => [act.name, act]),
    );
    return {
      entities,
      acts: actsByName,
      act: (name) => actsByName.of(name),
      byName: new EntityMap(entities.map((entity) => [entity.name, entity])),
      byResource: new EntityMap(entities.map((entity) => [entity.resource, entity])),
      person,
      family: person?.family,
      setting,
      may: (access) => allows(access, person, setting),
      askSettings,
    };
  }, [entities, acts, person, setting, askSettings]);
  return <ApplicationContext value={application}>{children}</ApplicationContext>;
}

export function useApplication(): Application {
  const application = useContext(ApplicationContext);
  if (!application) throw new Error('A generic screen is outside <ApplicationProvider>');
  return application;
}

export const useLanguage = (): Language => (useLocale() === 'en' ? 'en' : 'it');

/** Returns the plant's time zone. Timestamps are displayed in this zone, wherever the user is. */
export const usePlantZone = (): string => useApplication().setting('FusoOrario') || PLANT_ZONE;
