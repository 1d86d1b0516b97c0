/** The faults that were reported without a network, until the server has them. */
import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { outbox } from '../../dataProvider/outbox.ts';
import { Panel } from './Panel.tsx';

export function UnsentFaults() {
  const translate = useTranslate();
  const acts = useSyncExternalStore(outbox.subscribe, outbox.acts);
  const faults = acts.filter(({ makes }) => makes);
  if (faults.length === 0) return null;
  return (
    <Panel title={translate('officina.outbox.new_faults')} className="home-panel-agenda">
      <ul className="works works-cards">
        {faults.map(({ key, body, about, refusal }) => (
          <li key={key} className="work">
            <div className="work-link">
              <span className="work-what">
                <span className="work-title">{String(body.descrizione ?? '')}</span>
                <span className="work-where">{about}</span>
              </span>
              <span className="work-facts">
                {translate(`officina.outbox.${refusal === undefined ? 'photo_waits' : 'photo_refused'}`)}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
