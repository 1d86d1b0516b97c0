/** The states that the plant's structure allows, each with the reasons against it. */

import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { formFields } from '../../../resources/form/form-schema.ts';
import { PickBox } from '../../../resources/widgets/ChoiceWidget.tsx';
import { useFormScope, useWatched } from '../../../resources/widgets/form-scope.ts';
import { boxOf, type WidgetProps } from '../../../resources/widgets/Widget.ts';
import { ASSIGNED_CODE } from '../../../schemas/interventions.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { type OfferedState, picksOf, useAllStates, useStates } from '../calls/form-lookups.ts';
import { useFormFacts } from './FormFacts.ts';

/** In a new intervention, selects a single state and clears one that is no longer allowed. */
function useOnlyOne(states: OfferedState[] | undefined, { value, onChange, readOnly }: WidgetProps): void {
  const { id, memory } = useFormFacts();
  const isNew = id === undefined;
  const [first, ...others] = states ?? [];
  const only = others.length === 0 ? first?.id : undefined;
  const isInvalid = value !== undefined && states !== undefined && !states.some(({ id }) => id === value);
  const next = isInvalid || value === undefined ? only : undefined;
  const changes = isNew && !readOnly && (isInvalid || next !== undefined);
  useEffect(() => {
    if (!changes) return;
    memory.proposals.id_stato = next;
    onChange(next);
  });
}

/** The rule of a missing field, which has its error message in this form. */
const OF_THE_FORM = 'field-needed';
const reasonsOf = ({ motivi = [], regole = [] }: OfferedState): string[] =>
  motivi.filter((_, index) => regole[index] !== OF_THE_FORM);

/** Leaves out the assigned state in a form without a technician, where the server would refuse it. */
export const withoutTechnician = <S extends { codice: string }>(states: S[] | undefined): S[] | undefined =>
  states?.filter(({ codice }) => codice !== ASSIGNED_CODE);

export function StateWidget(props: WidgetProps) {
  const { id, value, onChange, readOnly } = props;
  const { id: intervention } = useFormFacts();
  const type = useWatched((row: Partial<RowOf<'odl'>>) => row.id_tipo_guasto ?? undefined);
  const draws = formFields(useFormScope().entity).some(({ name }) => name === 'id_tecnico');
  const all = useStates(intervention, type);
  const states = intervention === undefined && !draws ? withoutTechnician(all) : all;
  useOnlyOne(states, props);
  const current = states?.find((state) => state.id === value);
  return (
    <TextField
      {...boxOf(props)}
      select
      id={id}
      value={current ? current.id : ''}
      onChange={(event) => onChange(Number(event.target.value))}
      slotProps={{
        select: {
          readOnly,
          SelectDisplayProps: { id },
          renderValue: () => current?.descrizione,
          ...(readOnly && { IconComponent: () => null }),
        },
        htmlInput: { id: `${id}-value` },
      }}
    >
      {(states ?? []).map((state) => (
        <MenuItem key={state.id} value={state.id}>
          <Box sx={{ whiteSpace: 'normal' }}>
            {state.descrizione}
            {reasonsOf(state).map((reason) => (
              <Typography key={reason} variant="caption" color="textSecondary" sx={{ display: 'block' }}>
                {reason}
              </Typography>
            ))}
          </Box>
        </MenuItem>
      ))}
    </TextField>
  );
}

/** A widget with all states, for several interventions in different states. */
export const AnyStateWidget = (props: WidgetProps) => <PickBox {...props} picks={picksOf(useAllStates())} />;
