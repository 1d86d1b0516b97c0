/** A closed intervention set to invoiced, after its question; a refusal is told in the server's words. */
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../dataProvider/http.ts';
import { ConfirmDialog } from '../../resources/ConfirmDialog.tsx';
import { useAttempt, useSay } from '../../resources/say.ts';
import { type Named, useRefresh, type Work } from './calls.ts';

/** The code of the state that means invoiced. */
const INVOICED = 'FA';

interface Invoice {
  actionOf(work: Work): ReactNode;
  dialog: ReactNode;
}

const nameOf = ({ codice, descrizione }: Work): string => `${codice} - ${descrizione}`;

/** Offered where there is such a state, for what is not in it and may be changed by the person. */
export function useInvoice(states: Named[] | undefined): Invoice {
  const translate = useTranslate();
  const attempt = useAttempt();
  const say = useSay();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<Work>();
  const [busy, setBusy] = useState(false);
  const invoiced = states?.find(({ codice }) => codice === INVOICED);
  const send = async ({ id, versione }: Work) => {
    setBusy(true);
    const body = { id_stato: invoiced!.id, versione };
    if (await attempt(() => call(`/odl/${id}`, { method: 'PUT', body }))) say('officina.home.invoiced');
    await refresh();
    setBusy(false);
    setAsked(undefined);
  };
  const actionOf = (work: Work) =>
    invoiced && work.cod_stato !== INVOICED && work.modificabile === 1 ? (
      <Button
        size="small"
        className="work-action"
        aria-label={translate('officina.home.invoice_of', { name: nameOf(work) })}
        onClick={() => setAsked(work)}
      >
        {translate('officina.home.invoice')}
      </Button>
    ) : null;
  const dialog = asked && (
    <ConfirmDialog
      open
      mild
      title={translate('officina.home.invoice_of', { name: nameOf(asked) })}
      confirm={translate('officina.home.invoice')}
      cancel={translate('officina.cancel')}
      busy={busy}
      onConfirm={() => void send(asked)}
      onClose={() => setAsked(undefined)}
    >
      {translate('officina.confirm.invoice')}
    </ConfirmDialog>
  );
  return { actionOf, dialog };
}
