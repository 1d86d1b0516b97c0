/** Open work without a technician that the technician may take over. The panel is hidden if there is none. */
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useActAtOnce } from '../../resources/acts/ActAtOnce.tsx';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { useRefresh, useWork, type Work } from './home-calls.ts';
import { Panel } from './Panel.tsx';
import { type RowFacts, WorkRow } from './WorkRow.tsx';

const MAX_ROWS = 8;
const QUERY = { prendibili: 1, orderByCol: 'data_ordine', orderByDir: 'ASC', pag: 1, max_rows: MAX_ROWS };

export function TakeOverPanel({ facts }: { facts: RowFacts }) {
  const translate = useTranslate();
  const language = useLanguage();
  const { data } = useWork(QUERY);
  const act = useApplication().act('take-over');
  const { send, busy, dialog } = useActAtOnce(act);
  const refresh = useRefresh();
  const label = act.title[language];
  const takeOver = async (work: Work) => {
    await send(work.id, { versione: work.versione });
    await refresh();
  };
  if (!data || data.total === 0) return dialog;
  return (
    <Panel title={translate('officina.home.to_take_over')} count={data.total} className="home-panel-agenda">
      <ul className="works works-cards">
        {data.rows.map((work) => (
          <WorkRow
            key={work.id}
            work={work}
            facts={facts}
            action={
              <Button
                className="work-action"
                variant="outlined"
                disabled={busy}
                sx={{ minHeight: 48 }}
                aria-label={translate('officina.list.act_on', {
                  action: label,
                  name: `${work.codice} - ${work.descrizione}`,
                })}
                onClick={() => void takeOver(work)}
              >
                {label}
              </Button>
            }
          />
        ))}
      </ul>
      {dialog}
    </Panel>
  );
}
