/** Who does the work and who is told of it: those who see the asset, and the one who comes to mind first. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { session } from '../../../dataProvider/session.ts';
import { useHouse } from '../../../resources/context/application.tsx';
import { useSay } from '../../../resources/feedback/toasts.ts';
import { PickBox } from '../../../resources/widgets/ChoiceWidget.tsx';
import { useWatched } from '../../../resources/widgets/form-scope.ts';
import type { WidgetProps } from '../../../resources/widgets/Widget.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { numberOf } from '../../../schemas/values.ts';
import { type People, picksOf, useNotified, useTechnicians } from '../calls/form-lookups.ts';

const useAssetId = (): number | undefined =>
  useWatched((row: Partial<RowOf<'odl'>>) => row.id_oggetto ?? undefined);

/** Those that are changed together, where it is several. */
const useWorks = (): number[] | undefined => useWatched((row: { works?: number[] }) => row.works);

/** Who does not see the asset that is chosen now is taken away, and the person is told. */
function useCleared(people: People | undefined, { value, onChange, readOnly }: WidgetProps): void {
  const say = useSay();
  const asset = useAssetId();
  const gone =
    !readOnly &&
    value !== undefined &&
    asset !== undefined &&
    people?.asset === asset &&
    !people.all.some(({ id }) => id === value);
  useEffect(() => {
    if (!gone) return;
    onChange(undefined);
    say('officina.warning.technicianCleared', 'warning');
  });
}

function PersonBox({ people, ...props }: WidgetProps & { people: People | undefined }) {
  const translate = useTranslate();
  const { value, readOnly, onChange } = props;
  const { recommended, all = [] } = people ?? {};
  const offered = recommended && !readOnly && recommended.id !== value ? recommended : undefined;
  const name = offered && all.find(({ id }) => id === offered.id)?.descrizione;
  return (
    <Box>
      <PickBox {...props} picks={picksOf(all)} />
      {offered && name && (
        <Button size="small" onClick={() => onChange(offered.id)} sx={{ mt: 0.5 }}>
          {translate('officina.interventions.form.recommended', { name })}
        </Button>
      )}
    </Box>
  );
}

/** A technician gives work to nobody but himself. */
export function forHimself(people: People | undefined, value?: unknown): People | undefined {
  const self = session.user()?.idUtente;
  const isHis = ({ id }: { id: number }): boolean => id === self || id === value;
  if (!people) return undefined;
  const { recommended } = people;
  return {
    ...people,
    all: people.all.filter(isHis),
    recommended: recommended && isHis(recommended) ? recommended : undefined,
  };
}

export function TechnicianWidget(props: WidgetProps) {
  const works = useWorks();
  const people = useTechnicians(useAssetId(), works ? undefined : numberOf(props.value), works);
  const { family } = useHouse();
  useCleared(people, props);
  return (
    <PersonBox {...props} people={family === 'RIFTEC' ? forHimself(people, numberOf(props.value)) : people} />
  );
}

export function NotifiedWidget(props: WidgetProps) {
  return <PersonBox {...props} people={useNotified(useAssetId(), useWorks())} />;
}
