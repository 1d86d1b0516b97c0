/** The fields for technician and notified user. They offer users who see the asset, with a suggestion. */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { session } from '../../../dataProvider/session.ts';
import { useApplication } from '../../../resources/context/application.tsx';
import { useSay } from '../../../resources/feedback/toasts.ts';
import { PickBox } from '../../../resources/widgets/ChoiceWidget.tsx';
import { useWatched } from '../../../resources/widgets/form-scope.ts';
import type { WidgetProps } from '../../../resources/widgets/Widget.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { numberOf } from '../../../schemas/values.ts';
import { type People, picksOf, useNotified, useTechnicians } from '../calls/form-lookups.ts';

const useAssetId = (): number | undefined =>
  useWatched((row: Partial<RowOf<'odl'>>) => row.id_oggetto ?? undefined);

/** The ids of the interventions in a bulk change. */
const useWorks = (): number[] | undefined => useWatched((row: { works?: number[] }) => row.works);

/** Clears a user who cannot see the selected asset, with a message. */
function useCleared(people: People | undefined, { value, onChange, readOnly }: WidgetProps): void {
  const say = useSay();
  const asset = useAssetId();
  const isInvalid =
    !readOnly &&
    value !== undefined &&
    asset !== undefined &&
    people?.asset === asset &&
    !people.all.some(({ id }) => id === value);
  useEffect(() => {
    if (!isInvalid) return;
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

/** Returns only the signed-in user and the current technician. */
export function onlySelf(people: People | undefined, value?: unknown): People | undefined {
  const self = session.user()?.idUtente;
  const isSelf = ({ id }: { id: number }): boolean => id === self || id === value;
  if (!people) return undefined;
  const { recommended } = people;
  return {
    ...people,
    all: people.all.filter(isSelf),
    recommended: recommended && isSelf(recommended) ? recommended : undefined,
  };
}

export function TechnicianWidget(props: WidgetProps) {
  const translate = useTranslate();
  const works = useWorks();
  const people = useTechnicians(useAssetId(), works ? undefined : numberOf(props.value), works);
  const { family } = useApplication();
  useCleared(people, props);
  const isNobody = works !== undefined && people?.all.length === 0;
  return (
    <PersonBox
      {...props}
      help={
        props.help ?? (isNobody ? translate('officina.interventions.list.no_common_technician') : undefined)
      }
      people={family === 'RIFTEC' ? onlySelf(people, numberOf(props.value)) : people}
    />
  );
}

export function NotifiedWidget(props: WidgetProps) {
  return <PersonBox {...props} people={useNotified(useAssetId(), useWorks())} />;
}
