/** Several interventions put into a state, given to a technician or planned for a day at once; each has its own outcome. */
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useRef, useState } from 'react';
import { useDataProvider, useListContext, useTranslate } from 'react-admin';
import { useAttempt } from '../../../resources/say.ts';
import type { Row } from '../../../schemas/entity.ts';
import { changeAll, type Outcome, type Wanted } from './bulk.ts';

const BulkDialog = lazy(() => import('./BulkDialog.tsx'));
const OutcomeDialog = lazy(() => import('./OutcomeDialog.tsx'));

interface Done {
  wanted: Wanted;
  outcomes: Outcome[];
  /** The rows as the person saw them when he began. */
  seen: ReadonlyMap<number, Row>;
}

/** The rows that have been in sight, as they were last read; those of other pages of the list too. */
function useSeen(rows: Row[]): Map<number, Row> {
  const seen = useRef(new Map<number, Row>());
  for (const row of rows) seen.current.set(Number(row.id), row);
  return seen.current;
}

const versionsOf = (rows: ReadonlyMap<number, Row>): Wanted['versions'] =>
  new Map([...rows].map(([id, { versione }]) => [id, Number(versione)]));

/** What was selected stays so where it was refused, to be mended. */
export function BulkChange() {
  const translate = useTranslate();
  const attempt = useAttempt();
  const provider = useDataProvider();
  const { resource, selectedIds, onSelect, refetch, data = [] } = useListContext();
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
  const tell = (next: Done) => {
    setChanging(undefined);
    setDone(next);
  };
  const read = () => {
    onSelect((done?.outcomes ?? []).filter(({ result }) => result !== 0).map(({ id }) => id));
    setDone(undefined);
    // Not before: a list that has none of them left any more would take the outcomes with it.
    void refetch();
  };
  /** Upon what the colleagues have made of them, which has just been read; what is asked of one is asked of no other. */
  const insist =
    ({ wanted, outcomes, seen: told }: Done) =>
    async (which: Outcome[]) =>
      attempt(async () => {
        const theirs = which.flatMap(({ id, data }) => (data ? [[id, data.versione] as const] : []));
        const versions = new Map([...wanted.versions, ...theirs]);
        const again = new Map<number, Outcome>();
        for (const bypass of [false, true]) {
          const ids = which.filter(({ reason }) => (reason === 'stale') !== bypass).map(({ id }) => id);
          for (const outcome of await changeAll({ ...wanted, ids, versions, bypass }))
            again.set(outcome.id, outcome);
        }
        const all = outcomes.map((outcome) => again.get(outcome.id) ?? outcome);
        tell({ wanted: { ...wanted, versions }, outcomes: all, seen: told });
      });
  return (
    <Box sx={{ display: 'flex' }}>
      <Button size="small" startIcon={<EditIcon />} aria-haspopup="dialog" onClick={() => void begin()}>
        {translate('officina.interventions.list.bulk')}
      </Button>
      <Suspense fallback={null}>
        {changing && (
          <BulkDialog
            ids={selectedIds.map(Number)}
            versions={versionsOf(changing)}
            onDone={(wanted, outcomes) => tell({ wanted, outcomes, seen: changing })}
            onClose={() => setChanging(undefined)}
          />
        )}
        {done && <OutcomeDialog {...done} onInsist={insist(done)} onClose={read} />}
      </Suspense>
    </Box>
  );
}
