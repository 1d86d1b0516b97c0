/** Creates a follow-up, with the fields of the intervention form, and then opens the new intervention. */
import Alert from '@mui/material/Alert';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { addressOf } from '../../../resources/context/routes.ts';
import { useSay } from '../../../resources/feedback/toasts.ts';
import type { Act } from '../../../schemas/act.ts';
import { routeOf } from '../../../schemas/catalogue.ts';
import type { Entity } from '../../../schemas/entity.ts';
import { NOTIFIES } from '../../../schemas/interventions.ts';
import type { ActResults, RowOf } from '../../../schemas/types.ts';
import { useSettings } from '../calls/intervention-calls.ts';
import { StateWidget } from '../form/StateWidget.tsx';
import { WorkAct } from '../form/WorkAct.tsx';

const WIDGETS = { id_stato: StateWidget };

interface FollowUpProps {
  act: Act;
  entity: Entity;
  record: RowOf<'odl'>;
  draft?: string;
  onClose(): void;
}

export default function FollowUp({ act, entity, record, draft, onClose }: FollowUpProps) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const say = useSay();
  const setting = useSettings([NOTIFIES]);
  const lead = ({ giacenzaErrors, intervento }: ActResults['follow-up']) => {
    const short = (giacenzaErrors ?? []).map((part) => part.codice_ricambio).join(', ');
    if (short) say('officina.warning.followupStock', 'warning', { parts: short });
    navigate(addressOf(routeOf(entity, 'detail'), intervento?.id), { state: { tab: 'generali' } });
  };
  if (!setting) return null;
  return (
    <WorkAct
      act={act}
      setting={setting}
      widgets={WIDGETS}
      id={record.id}
      record={record}
      draft={draft}
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
  );
}
