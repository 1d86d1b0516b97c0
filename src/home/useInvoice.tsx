/** A closed intervention set to invoiced, after its question; a refusal is told in the server's words. */
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useAct } from '../../resources/acts/useAct.tsx';
import { isWorthRetrying } from '../../resources/advice.ts';
import { ConfirmDialog } from '../../resources/ConfirmDialog.tsx';
import { useHouse, useLanguage } from '../../resources/House.tsx';
import { RefusalDialog } from '../../resources/RefusalDialog.tsx';
import { addressOf } from '../../resources/routes.ts';
import { faultsOf, reasonOf, useSay, useSayWhy } from '../../resources/say.ts';
import { INVOICED_CODE } from '../../schemas/interventions.ts';
import { type Named, useRefresh, type Work } from './calls.ts';

interface Invoice {
  actionOf(work: Work): ReactNode;
  dialog: ReactNode;
}

const nameOf = ({ codice, descrizione }: Work): string => `${codice} - ${descrizione}`;

/** Offered where there is such a state, for what is not in it and may be changed by the person. */
export function useInvoice(states: Named[] | undefined): Invoice {
  const translate = useTranslate();
  const language = useLanguage();
  const { act, byName } = useHouse();
  const entity = byName.get('intervention');
  const { ask, busy } = useAct(act('enter-state'));
  const say = useSay();
  const refresh = useRefresh();
  const sayWhy = useSayWhy();
  const [asked, setAsked] = useState<Work>();
  const [refused, setRefused] = useState<{ id: number; reason: string }>();
  const invoiced = states?.find(({ codice }) => codice === INVOICED_CODE);
  const send = async ({ id, versione }: Work) => {
    const outcome = await ask(id, { id_stato: invoiced?.id, versione });
    if ('done' in outcome) say('officina.home.invoiced');
    if ('refused' in outcome) {
      const { error } = outcome;
      // What stands in the way is mended on the page of the intervention.
      if (isWorthRetrying(error)) sayWhy(error);
      else setRefused({ id, reason: entity ? faultsOf(error, entity, language) : reasonOf(error) });
    }
    await refresh();
    setAsked(undefined);
  };
  const actionOf = (work: Work) =>
    invoiced && work.cod_stato !== INVOICED_CODE && work.modificabile === 1 ? (
      <Button
        size="small"
        className="work-action"
        aria-label={translate('officina.home.invoice_of', { name: nameOf(work) })}
        onClick={() => setAsked(work)}
      >
        {translate('officina.home.invoice')}
      </Button>
    ) : null;
  const dialog = refused ? (
    <RefusalDialog
      next={
        entity?.routes.detail && (
          <Button component={Link} to={addressOf(entity.routes.detail, refused.id)}>
            {translate('officina.calendar.open')}
          </Button>
        )
      }
      onClose={() => setRefused(undefined)}
    >
      {refused.reason}
    </RefusalDialog>
  ) : (
    asked && (
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
    )
  );
  return { actionOf, dialog };
}
