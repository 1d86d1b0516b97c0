/** The whole page of an intervention: data, state, history and linked rows in tabs. */

import WorkIcon from '@mui/icons-material/HandymanOutlined';
import FollowUpIcon from '@mui/icons-material/PlaylistAdd';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useApplication } from '../../../resources/context/application.tsx';
import { HeaderButton } from '../../../resources/form/FormHeader.tsx';
import EntityDetail from '../../../resources/screens/EntityDetail.tsx';
import { administers } from '../../../schemas/access.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useSettings } from '../calls/intervention-calls.ts';
import { JobReportButton } from '../report/JobReportButton.tsx';
import { ReportButton } from '../report/ReportButton.tsx';
import { StatusBar, StatusFoot } from '../states/StatusBar.tsx';
import { Aside } from './Aside.tsx';
import { useDetailTabs } from './useDetailTabs.tsx';
import { useWithStates } from './useWithStates.ts';

function useDrawnRecord(record: RowOf<'odl'>): RowOf<'odl'> | undefined {
  const version = useMemo(() => ({ record }), [record]);
  return useWithStates(version)?.record;
}

interface TabsPageProps {
  entity: EntityOf<'odl'>;
  /** Opens the work card, where it is offered. */
  onWork?(): void;
}

export function TabsPage({ entity, onWork }: TabsPageProps) {
  const translate = useTranslate();
  const { family } = useApplication();
  const tabs = useDetailTabs(entity);
  const multi = useSettings(['FollowupAllowMulti'])?.('FollowupAllowMulti') === '1';
  const admin = administers(family);
  const copies = (record: RowOf<'odl'>): boolean => admin || record.copiabile === 1;
  const follows = (record: RowOf<'odl'>): boolean =>
    copies(record) && record.stato_followup === 1 && (multi || Number(record.num_followup) === 0);
  return (
    <EntityDetail
      entity={entity}
      useDrawn={useDrawnRecord}
      allowed={(record) => ({ edit: admin || record.modificabile === 1, copy: copies(record) })}
      actions={(record) => (
        <>
          {onWork && (
            <HeaderButton
              label={translate('officina.interventions.work.open')}
              startIcon={<WorkIcon />}
              onClick={onWork}
            />
          )}
          <ReportButton record={record} />
          <JobReportButton record={record} />
          {follows(record) && (
            <HeaderButton
              label={translate('officina.interventions.detail.add_followup')}
              startIcon={<FollowUpIcon />}
              aria-haspopup="dialog"
              onClick={() => tabs.open({ name: 'follow-up' })}
            />
          )}
        </>
      )}
      under={(record) => <StatusBar entity={entity} record={record} />}
      asideLast
      aside={(record) => <Aside entity={entity} record={record} />}
      before={tabs.before}
      tabs={tabs.after}
      foot={(record) => (
        <>
          <StatusFoot entity={entity} record={record} />
          {tabs.dialogs(record)}
        </>
      )}
    />
  );
}
