/** Several interventions put into a state, given to a technician or planned for a day at once; each has its own outcome. */
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useRef, useState } from 'react';
import { useDataProvider, useListContext, useTranslate } from 'react-admin';
import { errorsOf } from '../../../dataProvider/http.ts';
import type { Outcome } from '../../../resources/acts/useAct.tsx';
import { type EachOutcome, useActEach } from '../../../resources/acts/useActEach.ts';
import { useHouse } from '../../../resources/context/application.tsx';
import { reasonOf, useAttempt } from '../../../resources/feedback/toasts.ts';
import type { Row } from '../../../schemas/entity.ts';
import { numberOf } from '../../../schemas/values.ts';
import { useSettings } from '../calls/intervention-calls.ts';
import { WorkAct } from '../form/WorkAct.tsx';

const OutcomeDialog = lazy(() => import('./OutcomeDialog.tsx'));

interface Done {
  typed: Row;
  outcomes: EachOutcome[];
  /** The rows as the person saw them when he began. */
  seen: ReadonlyMap<number, Row>;
}

/** The rows that have been in sight, as they were last read; those of other pages of the list too. */
function useSeen(rows: Row[]): Map<number, Row> {
  const seen = useRef(new Map<number, Row>());
  for (const row of rows) seen.current.set(Number(row.id), row);
  return seen.current;
}

/** What was selected stays so where it was refused, to be mended. */
export function BulkChange() {
  const translate = useTranslate();
  const attempt = useAttempt();
  const provider = useDataProvider();
  const { resource, selectedIds, onSelect, refetch, data = [] } = useListContext();
  const ids = selectedIds.map(Number);
  const { act } = useHouse();
  const each = useActEach(act('plan'));
  const setting = useSettings(['UserMailNotif', 'OdlConTimestamp']);
  const seen = useSeen(data);
  /** As the person saw them when he began: a list that is read anew below the dialog does not count. */
  const [changing, setChanging] = useState<ReadonlyMap<number, Row>>();
  const [done, setDone] = useState<Done>();
  /** What was selected before this list was opened again is read now. */
  const begin = () =>
    attempt(async () => {
      const unseen = selectedIds.filter((id) => !seen.has(Number(id)));
      const read = unseen.length > 0 ? await provider.getMany(resource, { ids: unseen }) : { data: [] };
      for (const row of read.data) seen.set(Number(row.id), row);
      setChanging(new Map(seen));
    });
  const send = async (typed: Row): Promise<Outcome> => {
    if (!changing) return { left: true };
    if (Object.keys(typed).length === 0) {
      const message = translate('officina.interventions.list.bulk_nothing');
      return { error: undefined, refused: { message, errors: {} } };
    }
    try {
      const all = ids.map((id) => ({ id, versione: numberOf(changing.get(id)?.versione) }));
      setDone({ typed, outcomes: await each(all, typed), seen: changing });
      setChanging(undefined);
      return { left: true };
    } catch (error) {
      return { error, refused: { message: reasonOf(error), errors: errorsOf(error) } };
    }
  };
  const read = () => {
    onSelect((done?.outcomes ?? []).filter(({ result }) => result !== 0).map(({ id }) => id));
    setDone(undefined);
    // Not before: a list that has none of them left any more would take the outcomes with it.
    void refetch();
  };
  /** Upon what the colleagues have made of them, which has just been read; what is asked of one is asked of no other. */
  const insist = (told: Done) => (which: EachOutcome[]) =>
    attempt(async () => {
      const again = new Map((await each(which, told.typed)).map((one) => [one.id, one]));
      setDone({ ...told, outcomes: told.outcomes.map((one) => again.get(one.id) ?? one) });
    });
  return (
    <Box sx={{ display: 'flex' }}>
      <Button size="small" startIcon={<EditIcon />} aria-haspopup="dialog" onClick={() => void begin()}>
        {translate('officina.interventions.list.bulk')}
      </Button>
      <Suspense fallback={null}>
        {changing && setting && (
          <WorkAct
            act={act('plan')}
            setting={setting}
            id={ids.join(',')}
            record={{ works: ids }}
            title={translate('officina.interventions.list.bulk_title', { smart_count: ids.length })}
            send={send}
            onClose={() => setChanging(undefined)}
          />
        )}
        {done && <OutcomeDialog {...done} onInsist={insist(done)} onClose={read} />}
      </Suspense>
    </Box>
  );
}
