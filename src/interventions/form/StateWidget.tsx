/** The states that the plant's structure offers; what stands in the way of one is said below its name. */

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

/** Of a new intervention: the only state there is chooses itself, and one that is no longer offered goes. */
function useOnlyOne(states: OfferedState[] | undefined, { value, onChange, readOnly }: WidgetProps): void {
  const { id, memory } = useFormFacts();
  const isNew = id === undefined;
  const [first, ...others] = states ?? [];
  const only = others.length === 0 ? first?.id : undefined;
  const gone = value !== undefined && states !== undefined && !states.some(({ id }) => id === value);
  const next = gone || value === undefined ? only : undefined;
  const changes = isNew && !readOnly && (gone || next !== undefined);
  useEffect(() => {
    if (!changes) return;
    memory.proposals.id_stato = next;
    onChange(next);
  });
}

/** A field that is missing stands in this very form, and is complained of there. */
const OF_THE_FORM = 'field-needed';
const reasonsOf = ({ motivi = [], regole = [] }: OfferedState): string[] =>
  motivi.filter((_, index) => regole[index] !== OF_THE_FORM);

/** Of a new one whose technician is not asked for: it would be refused in the assigned state. */
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
  const known = states?.find((state) => state.id === value);
  return (
    <TextField
      {...boxOf(props)}
      select
      id={id}
      value={known ? known.id : ''}
      onChange={(event) => onChange(Number(event.target.value))}
      slotProps={{
        select: {
          readOnly,
          SelectDisplayProps: { id },
          renderValue: () => known?.descrizione,
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

/** Any state there is, for several that stand in different ones. */
export const AnyStateWidget = (props: WidgetProps) => <PickBox {...props} picks={picksOf(useAllStates())} />;
