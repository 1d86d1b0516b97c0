/** Fields with a proposed value in a new intervention. Type and class depend on the asset, the description on both. */

import { useEffect } from 'react';
import { PickBox } from '../../../resources/widgets/ChoiceWidget.tsx';
import { useFormScope, useWatched } from '../../../resources/widgets/form-scope.ts';
import { ReferenceWidget } from '../../../resources/widgets/ReferenceWidget.tsx';
import { TextWidget } from '../../../resources/widgets/TextWidget.tsx';
import type { WidgetProps } from '../../../resources/widgets/Widget.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useAsset, useTypes } from '../calls/form-lookups.ts';
import { type FormFacts, useFormFacts } from './FormFacts.ts';
import { descriptionOf, proposedType } from './proposals.ts';

const useChosenAsset = () =>
  useAsset(useWatched((row: Partial<RowOf<'odl'>>) => row.id_oggetto ?? undefined));

/** Proposes once per asset, while the field is empty. */
function useProposed(
  { field, value, onChange, readOnly }: WidgetProps,
  key: 'typedFor' | 'classedFor',
  asset: number | undefined,
  proposal: unknown,
): void {
  const { memory } = useFormFacts();
  const isNew = useFormScope().mode === 'create';
  useEffect(() => {
    if (!isNew || readOnly || asset === undefined || memory[key] === asset) return;
    memory[key] = asset;
    if (value !== undefined || typeof proposal !== 'number') return;
    memory.proposals[field.name] = proposal;
    onChange(proposal);
  });
}

export function TypeWidget(props: WidgetProps) {
  const { value } = props;
  const types = useTypes();
  const asset = useChosenAsset();
  const { stored } = useFormScope();
  const isReady = types !== undefined && asset !== undefined;
  const proposed = proposedType(types, asset?.id_tipo_intervento_default);
  useProposed(props, 'typedFor', isReady ? asset.id : undefined, proposed);
  const picks = (types ?? []).map(({ id, descrizione }) => ({ value: id, text: descrizione }));
  const before = value !== undefined && value === stored.id_tipo_guasto && stored.tipo_guasto;
  const missing = before && !picks.some((pick) => pick.value === value);
  return (
    <PickBox
      {...props}
      picks={missing ? [{ value: Number(value), text: String(before) }, ...picks] : picks}
    />
  );
}

export function ClassWidget(props: WidgetProps) {
  const asset = useChosenAsset();
  useProposed(props, 'classedFor', asset?.id, asset?.id_classe_intervento_default);
  return <ReferenceWidget {...props} />;
}

/** Updates the description with type and asset until the user changes it. */
function useAutomatic({ value, onChange }: WidgetProps, { setting, memory }: FormFacts): void {
  const isNew = useFormScope().mode === 'create';
  const enabled = isNew && setting('UseAutomaticDesc') === '1';
  const type = useWatched((row: Partial<RowOf<'odl'>>) => row.id_tipo_guasto ?? undefined);
  const name = useTypes()?.find(({ id }) => id === type)?.descrizione;
  const asset = useChosenAsset()?.descrizione;
  const proposal = name && asset ? descriptionOf(name, asset) : undefined;
  useEffect(() => {
    if (!enabled || proposal === undefined || proposal === memory.proposed) return;
    const untouched = value === undefined || value === '' || value === memory.proposed;
    memory.proposed = proposal;
    if (!untouched) return;
    memory.proposals.descrizione = proposal;
    onChange(proposal);
  });
}

export function DescriptionWidget(props: WidgetProps) {
  useAutomatic(props, useFormFacts());
  return <TextWidget {...props} />;
}
