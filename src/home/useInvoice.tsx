/** Sets a closed intervention to invoiced after a question. If the server refuses, displays the reason. */
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useAct } from '../../resources/acts/useAct.tsx';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { addressOf } from '../../resources/context/routes.ts';
import { isWorthRetrying } from '../../resources/feedback/advice.ts';
import { ConfirmDialog } from '../../resources/feedback/ConfirmDialog.tsx';
import { RefusalDialog } from '../../resources/feedback/RefusalDialog.tsx';
import { faultsOf, reasonOf, useSay, useSayWhy } from '../../resources/feedback/toasts.ts';
import { INVOICED_CODE } from '../../schemas/interventions.ts';
import { type NamedRow, useRefresh, type Work } from './home-calls.ts';

interface Invoice {
  actionOf(work: Work): ReactNode;
  dialog: ReactNode;
}

interface Refused {
  id: number;
  reason: string;
}

const nameOf = ({ codice, descrizione }: Work): string => `${codice} - ${descrizione}`;

/** Returns the button, if the plant has such a state and the user may change the intervention. */
export function useInvoice(states: NamedRow[] | undefined): Invoice {
  const translate = useTranslate();
  const language = useLanguage();
  const { act, byName } = useApplication();
  const entity = byName.get('intervention');
  const { ask, busy } = useAct(act('enter-state'));
  const say = useSay();
  const refresh = useRefresh();
  const sayWhy = useSayWhy();
  const [pending, setPending] = useState<Work>();
  const [refused, setRefused] = useState<Refused>();
  const invoiced = states?.find(({ codice }) => codice === INVOICED_CODE);
  const send = async ({ id, versione }: Work) => {
    const outcome = await ask(id, { id_stato: invoiced?.id, versione });
    if ('done' in outcome) say('officina.home.invoiced');
    if ('refused' in outcome) {
      const { error } = outcome;
      // The user must resolve other refusals on the page of the intervention.
      if (isWorthRetrying(error)) sayWhy(error);
      else setRefused({ id, reason: entity ? faultsOf(error, entity, language) : reasonOf(error) });
    }
    await refresh();
    setPending(undefined);
  };
  const actionOf = (work: Work) =>
    invoiced && work.cod_stato !== INVOICED_CODE && work.modificabile === 1 ? (
      <InvoiceButton work={work} onClick={() => setPending(work)} />
    ) : null;
  const dialog = refused ? (
    <InvoiceRefusal {...refused} onClose={() => setRefused(undefined)} />
  ) : (
    pending && (
      <ConfirmDialog
        open
        mild
        title={translate('officina.home.invoice_of', { name: nameOf(pending) })}
        confirm={translate('officina.home.invoice')}
        busy={busy}
        onConfirm={() => void send(pending)}
        onClose={() => setPending(undefined)}
      >
        {translate('officina.confirm.invoice')}
      </ConfirmDialog>
    )
  );
  return { actionOf, dialog };
}

function InvoiceButton({ work, onClick }: { work: Work; onClick(): void }) {
  const translate = useTranslate();
  return (
    <Button
      size="small"
      className="work-action"
      aria-label={translate('officina.home.invoice_of', { name: nameOf(work) })}
      onClick={onClick}
    >
      {translate('officina.home.invoice')}
    </Button>
  );
}

/** The server's refusal, with a link to the intervention. */
function InvoiceRefusal({ id, reason, onClose }: Refused & { onClose(): void }) {
  const translate = useTranslate();
  const entity = useApplication().byName.get('intervention');
  return (
    <RefusalDialog
      next={
        entity?.routes.detail && (
          <Button component={Link} to={addressOf(entity.routes.detail, id)}>
            {translate('officina.calendar.open')}
          </Button>
        )
      }
      onClose={onClose}
    >
      {reason}
    </RefusalDialog>
  );
}
