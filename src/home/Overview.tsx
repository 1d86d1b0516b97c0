/** The remaining panels below the user's work. On a phone they are folded, and load when the user unfolds them. */
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNarrow } from '../../resources/context/useNarrow.ts';
import type { SettingOf } from '../../schemas/access.ts';
import { ClosedPanel, FigurePanels } from './Dashboard.tsx';
import { isVisible } from './panel-filters.ts';

export function Overview({ setting }: { setting: SettingOf }) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const panels = (
    <div className="home-panels">
      <FigurePanels setting={setting} />
      {isVisible(setting, 'DashboardChiusiAss') && <ClosedPanel setting={setting} />}
    </div>
  );
  if (!narrow) return panels;
  return (
    <details className="overview" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{translate('officina.home.overview')}</summary>
      {open && panels}
    </details>
  );
}
