/** The other panels, below what a person has to do: folded away on a phone, and read when they are unfolded. */
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNarrow } from '../../resources/useNarrow.ts';
import type { SettingOf } from '../../schemas/access.ts';
import { isShown } from './asked.ts';
import { ClosedPanel, FigurePanels } from './Dashboard.tsx';

export function Overview({ setting }: { setting: SettingOf }) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const panels = (
    <div className="home-panels">
      <FigurePanels setting={setting} />
      {isShown(setting, 'DashboardChiusiAss') && <ClosedPanel setting={setting} />}
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
