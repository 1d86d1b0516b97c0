/** The user's other open work whose card is stored on this phone, while there is no network. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { TAKEN, takenOf } from '../../dataProvider/taken.ts';
import { useApplication, useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { useNetworkMissing } from '../../resources/context/useNetworkMissing.ts';
import { formatInstant } from '../../resources/format/format.ts';
import { inOrder } from '../interventions/work/take-along.ts';
import { workOf } from './agenda.ts';
import type { Work } from './home-calls.ts';
import { Panel } from './Panel.tsx';
import { type RowFacts, WorkRow } from './WorkRow.tsx';

interface OnDevicePanelProps {
  facts: RowFacts;
  /** The work that the page displays elsewhere. */
  displayed: Work[];
}

export function OnDevicePanel({ facts, displayed }: OnDevicePanelProps) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const language = useLanguage();
  const me = useApplication().person?.id;
  const missing = useNetworkMissing();
  const { data: taken } = useQuery({
    queryKey: [TAKEN, me, language],
    queryFn: me === undefined ? skipToken : async () => (await takenOf(me, language)) ?? null,
    enabled: missing,
  });
  if (!missing || !taken) return null;
  const elsewhere = new Set<unknown>(displayed.map(({ id }) => id));
  const works = inOrder(taken.rows, me).filter(
    ({ row, isRead }) => isRead && row.id_tecnico === me && !elsewhere.has(row.id),
  );
  if (works.length === 0) return null;
  return (
    <Panel title={translate('officina.home.on_device')} className="home-panel-agenda">
      <ul className="works works-cards">
        {works.map((work) => (
          <WorkRow key={Number(work.row.id)} work={workOf(work.row)} facts={facts} />
        ))}
      </ul>
      <p className="home-panel-empty">
        {translate('officina.home.on_device_at', {
          at: formatInstant(new Date(taken.at).toISOString(), zone),
        })}
      </p>
    </Panel>
  );
}
