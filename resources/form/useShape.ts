/**
 * The entity as a form draws it, with everything that depends on typed values: custom fields of the class,
 * inherited values, requirements by settings.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { SettingOf } from '../../schemas/access.ts';
import { referenceOf } from '../../schemas/catalogue.ts';
import type { Entity, Field, Row, Value } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { classIn, useCustomised } from '../context/useCustomised.ts';
import type { Mode } from '../widgets/form-scope.ts';
import { useFormSlots } from './FormSlots.ts';
import { withFields } from './record.ts';

const isHidden = (entity: Entity, name: string): boolean => entity.field(name)?.hidden === true;

/** Returns the references through which fields inherit, without references that the form does not draw. */
const throughsOf = (entity: Entity): string[] => [
  ...new Set(
    entity.fields
      .flatMap(({ inherits }) => (inherits ? [inherits.through] : []))
      .filter((name) => !isHidden(entity, name)),
  ),
];

/** Returns the settings that decide which fields a new record has, requires and fills in. */
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

/** Returns the properties whose values decide which fields there are and how they are drawn. */
export const decidersOf = (entity: Entity): string[] => [
  ...(entity.customFields ? [entity.customFields.class, ...Object.keys(entity.scope)] : []),
  ...throughsOf(entity),
];

/** Returns whether the form of this entity changes during typing. */
export const isShaped = (entity: Entity): boolean =>
  entity.hierarchy !== undefined || decidersOf(entity).length > 0 || settingsOf(entity).length > 0;

const NO_ROWS: Record<string, Row> = {};

/** Reads the rows through which values are inherited; undefined until they are read. */
function useAbove(entity: Entity, decided: Row, enabled: boolean): Record<string, Row> | undefined {
  const provider = useDataProvider();
  const throughs = enabled ? throughsOf(entity).filter((name) => decided[name]) : [];
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
    // The previous rows are used until then.
    placeholderData: (before) => before,
    retry: false,
  });
  if (throughs.length === 0 || error) return NO_ROWS;
  return data;
}

const NO_SETTING: SettingOf = () => undefined;

/** Reads the current settings; undefined until they are read. */
function useSettings(codes: string[]): SettingOf | undefined {
  const { askSettings } = useApplication();
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

/** Returns the choice that a setting names. A flag has two choices. */
const defaultBy = ({ defaultSetting, choices, kind }: Field, setting: SettingOf): Value | undefined =>
  (KINDS[kind].yesNo ? FLAG : choices)?.find(
    ({ value }) => defaultSetting && String(value) === setting(defaultSetting),
  )?.value;
const FLAG = [{ value: 0 }, { value: 1 }];

const isVisible = ({ ifSetting = {} }: Field, setting: SettingOf): boolean =>
  Object.entries(ifSetting).every(([code, values]) => values.includes(setting(code) ?? ''));

/** Returns the entity with only these fields, and only sections that contain one of them. */
function drawnIn(entity: Entity, draws: (field: Field) => boolean): Entity {
  const shape = withFields(entity, (field) => (draws(field) ? undefined : { hidden: true }));
  const isDrawn = (name: string): boolean => shape.field(name)?.hidden === false;
  const form = shape.form.map((section) => ({ ...section, fields: section.fields.filter(isDrawn) }));
  return { ...shape, form: form.filter(({ fields }) => fields.length > 0) };
}

export function useShape(entity: Entity, decided: Row, mode: Mode): Entity | undefined {
  const translate = useTranslate();
  const language = useLanguage();
  const classed = useCustomised(entity, classIn(entity, decided));
  const above = useAbove(entity, decided, mode !== 'view');
  const setting = useSettings(mode === 'create' ? settingsOf(entity) : []);
  const { draws } = useFormSlots();
  const { may } = useApplication();
  return useMemo(() => {
    if (!classed || !above || !setting) return undefined;
    const shape = withFields(classed, (field) => {
      if (mode === 'create' && !isVisible(field, setting)) return { hidden: true };
      const { requiredUnless: unless, inherits } = field;
      const required = mode === 'create' && unless && setting(unless.setting) !== unless.value;
      const fixed = inheritedBy(field, above);
      if (fixed === undefined || !inherits) {
        const initial = mode === 'create' ? defaultBy(field, setting) : undefined;
        return required || initial !== undefined
          ? { ...(required && { required }), ...(initial !== undefined && { default: initial }) }
          : undefined;
      }
      const through = entity.property(inherits.through).title[language];
      const text = translate('officina.form.inherited', { name: through });
      return { fixed, help: { it: text, en: text } };
    });
    const isFilled = ({ custom, write }: Field): boolean =>
      !custom || mode === 'view' || !write || may(write);
    return drawnIn(shape, (field) => isFilled(field) && draws?.(field) !== false);
  }, [classed, above, setting, mode, entity, language, translate, draws, may]);
}
