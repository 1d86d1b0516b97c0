/** Creates the job report of a state without entering the state. */

import SignIcon from '@mui/icons-material/DrawOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { Opening } from '../../../resources/feedback/Placeholder.tsx';
import { HeaderButton } from '../../../resources/form/FormHeader.tsx';
import type { NextState } from '../../../schemas/state-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useChanged, useNextStates } from '../calls/intervention-calls.ts';
import { nameIn } from '../facts/translated-name.ts';

const ReportDialog = lazy(() => import('./ReportDialog.tsx'));

export function JobReportButton({ record }: { record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const language = useLanguage();
  const changed = useChanged();
  const { data = [] } = useNextStates(record);
  const [signed, setSigned] = useState<NextState>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const states = data.filter((state) => state.rapportino_da_generare === 1);
  const only = states.length === 1 ? states[0] : undefined;
  const titleOf = (state: NextState): string =>
    translate('officina.interventions.detail.job_report_of', { state: nameIn(state, language) });
  const choose = (state: NextState) => {
    setAnchor(null);
    setSigned(state);
  };
  const made = async () => {
    await changed();
    setSigned(undefined);
  };
  return (
    <>
      {states.length > 0 && (
        <HeaderButton
          label={translate('officina.interventions.detail.job_report')}
          startIcon={<SignIcon />}
          aria-haspopup={only ? 'dialog' : 'menu'}
          onClick={(event) => (only ? setSigned(only) : setAnchor(event.currentTarget))}
        />
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {states.map((state) => (
          <MenuItem key={state.id} onClick={() => choose(state)}>
            {titleOf(state)}
          </MenuItem>
        ))}
      </Menu>
      {signed && (
        <Suspense fallback={<Opening />}>
          <ReportDialog
            record={record}
            state={signed.id}
            title={titleOf(signed)}
            onMade={() => void made()}
            onClose={() => setSigned(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
