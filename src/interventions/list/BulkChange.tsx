/** Changes the state, the technician or the date of the selected interventions. */
import EditIcon from '@mui/icons-material/EditOutlined';
import { lazy, Suspense } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { ActOnSelected } from '../../../resources/acts/ActOnSelected.tsx';
import { useApplication } from '../../../resources/context/application.tsx';
import { Opening } from '../../../resources/feedback/Placeholder.tsx';
import { useEntity } from '../../../resources/list/ListData.ts';
import { NOTIFIES } from '../../../schemas/interventions.ts';
import { useSettings } from '../calls/intervention-calls.ts';

const WorkAct = lazy(() => import('../form/WorkAct.tsx').then((module) => ({ default: module.WorkAct })));

export function BulkChange() {
  const translate = useTranslate();
  const { act } = useApplication();
  const { selectedIds } = useListContext();
  const setting = useSettings([NOTIFIES, 'OdlConTimestamp']);
  return (
    <ActOnSelected
      entity={useEntity()}
      act={act('plan')}
      label={translate('officina.interventions.list.bulk')}
      icon={<EditIcon />}
      title={translate('officina.interventions.list.bulk_title', { smart_count: selectedIds.length })}
      needsField
      draw={(dialog) =>
        setting && (
          <Suspense fallback={<Opening />}>
            <WorkAct
              {...dialog}
              setting={setting}
              record={{ ...dialog.record, works: selectedIds.map(Number) }}
            />
          </Suspense>
        )
      }
    />
  );
}
