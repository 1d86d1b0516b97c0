/** The act of a new intervention out of this one: its fields as the form of interventions draws them, and where it leads. */
import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import ActDialog from '../../../resources/acts/ActDialog.tsx';
import { FormSlotsContext } from '../../../resources/form/FormSlots.ts';
import { addressOf } from '../../../resources/routes.ts';
import { useSay } from '../../../resources/say.ts';
import type { Act } from '../../../schemas/act.ts';
import { routeOf } from '../../../schemas/catalogue.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { ActResults, RowOf } from '../../../schemas/types.ts';
import { type FormFacts, FormFactsProvider } from '../form/FormFacts.ts';
import { NotifiedWidget, TechnicianWidget } from '../form/PersonWidgets.tsx';
import { StateWidget } from '../form/StateWidget.tsx';

const SLOTS = {
  widgets: { id_stato: StateWidget, id_tecnico: TechnicianWidget, id_usr_notifica: NotifiedWidget },
};

interface FollowUpProps {
  act: Act;
  entity: Entity;
  record: RowOf<'odl'>;
  onClose(): void;
}

export default function FollowUp({ act, entity, record, onClose }: FollowUpProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const say = useSay();
  const [facts] = useState<FormFacts>({ setting: () => undefined, id: undefined, memory: { proposals: {} } });
  const lead = ({ giacenzaErrors, intervento }: ActResults['follow-up']) => {
    const short = (giacenzaErrors ?? []).map((part) => part.codice_ricambio).join(', ');
    if (short) say('officina.warning.followupStock', 'warning', { parts: short });
    navigate(addressOf(routeOf(entity, 'detail'), intervento?.id), { state: { tab: 'generali' } });
  };
  return (
    <FormFactsProvider value={facts}>
      <FormSlotsContext value={SLOTS}>
        <ActDialog
          act={act}
          id={record.id}
          record={record}
          above={
            Number(record.num_followup) > 0 && (
              <Alert severity="warning" sx={{ mb: 2 }}>
                {translate('officina.warning.followupExists')}
              </Alert>
            )
          }
          onDone={lead}
          onClose={onClose}
        />
      </FormSlotsContext>
    </FormFactsProvider>
  );
}
