/** A requester's home: a button to report a fault, and the states of earlier requests. */
import AddIcon from '@mui/icons-material/AddAlert';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication } from '../../resources/context/application.tsx';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import type { SettingOf } from '../../schemas/access.ts';
import { reportFault } from '../interventions/intervention-routes.ts';
import { OpenPanel } from './Dashboard.tsx';
import { newReport } from './list-links.ts';
import { Overview } from './Overview.tsx';
import { isVisible } from './panel-filters.ts';
import { UnsentFaults } from './UnsentFaults.tsx';

export function ReporterHome({ setting }: { setting: SettingOf }) {
  const translate = useTranslate();
  const { byName, may } = useApplication();
  const entity = byName.entity('intervention');
  const narrow = useNarrow();
  return (
    <>
      {may(entity.access.create) && (
        <Link to={narrow ? reportFault() : newReport(entity)} className="home-report">
          <AddIcon aria-hidden />
          {translate('officina.home.report')}
        </Link>
      )}
      <UnsentFaults />
      {isVisible(setting, 'DashboardAssegnati') && (
        <div className="agenda">
          <OpenPanel setting={setting} />
        </div>
      )}
      <Overview setting={setting} />
    </>
  );
}
