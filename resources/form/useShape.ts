/**
 * The entity as a form draws it, following what is typed: the custom fields of the class, what is inherited through a
 * reference, what a setting requires.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { SettingOf } from '../../schemas/access.ts';
import { referenceOf } from '../../schemas/catalogue.ts';
import type { Entity, Field, Row, Value } from '../../schemas/entity.ts';
import { useHouse, useLanguage } from '../House.tsx';
import { classIn, useCustomised } from '../useCustomised.ts';
import type { Mode } from '../widgets/form-scope.ts';
import { withFields } from './record.ts';

const isHidden = (entity: Entity, name: string): boolean => entity.field(name)?.hidden === true;

/** The references through which fields inherit; one that the form does not draw counts for nothing. */
const throughsOf = (entity: Entity): string[] => [
  ...new Set(
    entity.fields
      .flatMap(({ inherits }) => (inherits ? [inherits.through] : []))
      .filter((name) => !isHidden(entity, name)),
  ),
];

/** The settings that decide what a new record is asked for, what it must have, and what it has. */
const settingsOf = (entity: Entity): string[] => [
  ...new Set(
    entity.fields
      .flatMap(({ requiredUnless, defaultSetting, ifSetting = {} }) => [
        requiredUnless?.setting,
        defaultSetting,
        ...Object.keys(ifSetting),
      ])
      .filter((code) => code !== undefined),
  ),
];

/** The properties whose values decide which fields there are, and how they stand. */
export const decidersOf = (entity: Entity): string[] => [
  ...(entity.customFields ? [entity.customFields.class, ...Object.keys(entity.scope)] : []),
  ...throughsOf(entity),
];

/** Has the form of this entity a shape that may change while one types? */
export const isShaped = (entity: Entity): boolean =>
  entity.hierarchy !== undefined || decidersOf(entity).length > 0 || settingsOf(entity).length > 0;

const NOBODY: Record<string, Row> = {};

/** The rows pointed to, by the references through which something is inherited; undefined until they are known. */
function useAbove(entity: Entity, decided: Row, asked: boolean): Record<string, Row> | undefined {
  const provider = useDataProvider();
  const throughs = asked ? throughsOf(entity).filter((name) => decided[name]) : [];
  const ids = throughs.map((name) => [name, decided[name]]);
  const { data, error } = useQuery({
    queryKey: ['above', entity.resource, ids],
    queryFn: async () => {
      const rows = throughs.map(async (name): Promise<[string, Row]> => {
        const { resource } = referenceOf(entity.property(name));
        return [name, (await provider.getOne(resource, { id: Number(decided[name]) })).data];
      });
      return Object.fromEntries(await Promise.all(rows));
    },
    enabled: throughs.length > 0,
    // What stood above before stays until then.
    placeholderData: (before) => before,
    retry: false,
  });
  if (throughs.length === 0 || error) return NOBODY;
  return data;
}

const NO_SETTING: SettingOf = () => undefined;

/** Settings as they are now; undefined until they are read. */
function useSettings(codes: string[]): SettingOf | undefined {
  const { askSettings } = useHouse();
  const { data, error } = useQuery({
    queryKey: ['settings', codes],
    queryFn: () => askSettings(codes),
    enabled: codes.length > 0,
  });
  return codes.length === 0 || error ? NO_SETTING : data;
}

function inheritedBy({ name, inherits }: Field, above: Record<string, Row>): Value | undefined {
  const row = inherits && above[inherits.through];
  const value = row?.[name] as Value | undefined;
  return value === undefined || value === null || value === inherits?.unless ? undefined : value;
}

/** The choice that a setting names; a flag is one of two. */
const defaultBy = ({ defaultSetting, choices, kind }: Field, setting: SettingOf): Value | undefined =>
  (kind === 'flag' ? FLAG : choices)?.find(
    ({ value }) => defaultSetting && String(value) === setting(defaultSetting),
  )?.value;
const FLAG = [{ value: 0 }, { value: 1 }];

const isAsked = ({ ifSetting = {} }: Field, setting: SettingOf): boolean =>
  Object.entries(ifSetting).every(([code, values]) => values.includes(setting(code) ?? ''));

export function useShape(entity: Entity, decided: Row, mode: Mode): Entity | undefined {
  const translate = useTranslate();
  const language = useLanguage();
  const classed = useCustomised(entity, classIn(entity, decided));
  const above = useAbove(entity, decided, mode !== 'view');
  const setting = useSettings(mode === 'create' ? settingsOf(entity) : []);
  return useMemo(() => {
    if (!classed || !above || !setting) return undefined;
    return withFields(classed, (field) => {
      if (mode === 'create' && !isAsked(field, setting)) return { hidden: true };
      const { requiredUnless: unless, inherits } = field;
      const required = mode === 'create' && unless && setting(unless.setting) !== unless.value;
      const fixed = inheritedBy(field, above);
      if (fixed === undefined || !inherits) {
        const given = mode === 'create' ? defaultBy(field, setting) : undefined;
        return required || given !== undefined
          ? { ...(required && { required }), ...(given !== undefined && { default: given }) }
          : undefined;
      }
      const through = entity.property(inherits.through).title[language];
      const text = translate('officina.form.inherited', { name: through });
      return { fixed, help: { it: text, en: text } };
    });
  }, [classed, above, setting, mode, entity, language, translate]);
}
