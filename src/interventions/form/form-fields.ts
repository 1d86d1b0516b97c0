/** The fields of an intervention's form, by user, settings and purpose. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Application, useApplication } from '../../../resources/context/application.tsx';
import { deviceFirst } from '../../../resources/context/device-first.ts';
import { withFields } from '../../../resources/form/record.ts';
import { administers, type SettingOf } from '../../../schemas/access.ts';
import type { Entity, Field } from '../../../schemas/entity.ts';
import { NOTIFIES, NOTIFIES_NEVER } from '../../../schemas/interventions.ts';

export type Purpose = 'create' | 'copy' | 'edit';

const SETTINGS = [
  NOTIFIES,
  'ModObjSuIntervento',
  'IsRelObjCdc',
  'UseAutomaticDesc',
  'OdlConTimestamp',
  'BlockAssigned',
  'VisTecDataInizioOdl',
];

/** Returns current settings; undefined while they load. A setting that cannot be read counts as not set. */
export function useFormSettings(): SettingOf | undefined {
  const { askSettings } = useApplication();
  const { data, error } = useQuery({
    queryKey: ['settings', SETTINGS],
    queryFn: deviceFirst((signal) => askSettings(SETTINGS, signal)),
    staleTime: 0,
  });
  return data ?? (error ? () => undefined : undefined);
}

/** Returns whether the user sets planned dates. Requesters do not. Technicians do if a setting allows it. */
export const plans = (application: Application, setting: SettingOf): boolean =>
  administers(application.family) ||
  (application.family === 'RIFTEC' && setting('VisTecDataInizioOdl') === '1');

function isHidden(
  { name, write }: Field,
  purpose: Purpose,
  application: Application,
  setting: SettingOf,
): boolean {
  if (write && !application.may(write)) return true;
  if (name === 'id_usr_notifica') return setting(NOTIFIES) === NOTIFIES_NEVER;
  if (name === 'data_ordine') return !plans(application, setting);
  if (name === 'codice') return purpose !== 'edit';
  return name === 'id_tecnico' && purpose === 'copy' && application.family === 'RIFTEC';
}

/**
 * Returns the call for the cost centres of the asset, or for all of them. Planners may choose one without access to
 * the list.
 */
const centresOf = (setting: SettingOf): string =>
  setting('IsRelObjCdc') === '1' ? 'cdc?id_oggetto={id_oggetto}' : 'cdc?id_oggetto=-1';

export function shapeOf(
  entity: Entity,
  purpose: Purpose,
  application: Application,
  setting: SettingOf,
): Entity {
  const assetLocked = purpose === 'edit' && setting('ModObjSuIntervento') !== '1';
  const shape = withFields(entity, (field) => {
    if (isHidden(field, purpose, application, setting)) return { hidden: true };
    if (field.name === 'id_oggetto' && assetLocked) return { locked: {} };
    if (field.name === 'id_centro_di_costo') return { choicesFrom: centresOf(setting) };
    return undefined;
  });
  const isDrawn = (name: string): boolean => shape.field(name)?.hidden === false;
  const form = shape.form.map((section) => ({ ...section, fields: section.fields.filter(isDrawn) }));
  return { ...shape, form: form.filter(({ fields }) => fields.length > 0) };
}

export function useShapedForm(entity: Entity, purpose: Purpose) {
  const application = useApplication();
  const setting = useFormSettings();
  return useMemo(
    () => setting && { setting, shape: shapeOf(entity, purpose, application, setting) },
    [entity, purpose, application, setting],
  );
}
