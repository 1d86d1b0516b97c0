/** The content of the home page: a technician's work, a requester's requests, or the dashboard of planners. */
import type { ComponentType } from 'react';
import { useApplication } from '../../resources/context/application.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import type { Family, SettingOf } from '../../schemas/access.ts';
import { Dashboard } from './Dashboard.tsx';
import { useHomeSettings, useRefetchOnNavigation } from './home-calls.ts';
import { ReporterHome } from './ReporterHome.tsx';
import { TechnicianHome } from './TechnicianHome.tsx';

const LANDINGS: Record<Family, ComponentType<{ setting: SettingOf }>> = {
  SUADMIN: Dashboard,
  SUPER: Dashboard,
  RIFTEC: TechnicianHome,
  RESP: ReporterHome,
};

export default function Landing() {
  const { family } = useApplication();
  const setting = useHomeSettings();
  useRefetchOnNavigation();
  if (!setting || !family) return <Loading height={320} />;
  const Home = LANDINGS[family];
  return <Home setting={setting} />;
}
