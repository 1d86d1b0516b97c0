/** A button above a list that performs an act on each selected row, and then displays the result of each. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useDataProvider, useListContext, useTranslate } from 'react-admin';
import { errorsOf } from '../../dataProvider/http.ts';
import type { Act } from '../../schemas/act.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { DONE } from '../../schemas/results.ts';
import { isRow, numberOf } from '../../schemas/values.ts';
import { Opening } from '../feedback/Placeholder.tsx';
import { reasonOf, useAttempt } from '../feedback/toasts.ts';
import { useDraftLink } from '../form/draft-link.ts';
import type { ActDialogProps } from './ActDialog.tsx';
import { type EachOutcome, useActEach } from './useActEach.ts';

const ActDialog = lazy(() => import('./ActDialog.tsx'));
const OutcomeDialog = lazy(() => import('./OutcomeDialog.tsx'));

interface Done {
  typed: Row;
  outcomes: EachOutcome[];
  /** The rows as the user saw them when the dialog opened. */
  seen: ReadonlyMap<number, Row>;
}

/** Returns every row that was visible in this list, as last read. This includes rows of other pages of the list. */
function useSeen(rows: Row[]): Map<number, Row> {
  const seen = useRef(new Map<number, Row>());
  for (const row of rows) seen.current.set(Number(row.id), row);
  return seen.current;
}

/** Returns the selected rows as they were when the dialog opened, even if the list is read again. */
function useSelectedRows(act: Act) {
  const attempt = useAttempt();
  const provider = useDataProvider();
  const { resource, selectedIds, data = [] } = useListContext();
  const seen = useSeen(data);
  const [rows, setRows] = useState<ReadonlyMap<number, Row>>();
  const [linked, setLinked] = useState<string>();
  /** Opens the dialog. Selected rows that this list has not displayed are read first. */
  const open = (draft?: string) =>
    attempt(async () => {
      setLinked(draft);
      const unseen = selectedIds.filter((id) => !seen.has(Number(id)));
      const read = unseen.length > 0 ? await provider.getMany(resource, { ids: unseen }) : { data: [] };
      for (const row of read.data) seen.set(Number(row.id), row);
      setRows(new Map(seen));
    });
  const ids = selectedIds.map(Number);
  useDraftLink((draft) => {
    const isOwn = draft.act === act.name && String(draft.rows) === String(ids);
    if (isOwn) void open(draft.id);
    return isOwn;
  });
  return { ids, rows, linked, open, close: () => setRows(undefined) };
}

interface Selected {
  ids: number[];
  rows: ReadonlyMap<number, Row> | undefined;
  needsField?: boolean;
}

/** Returns the function with which the dialog sends the act on each row. */
function useSendEach(
  { ids, rows, needsField }: Selected,
  each: ReturnType<typeof useActEach>,
  onDone: (done: Done) => void,
): ActDialogProps['send'] {
  const translate = useTranslate();
  return async (typed, { key, record }) => {
    if (!rows) return { left: true };
    if (needsField && Object.keys(typed).length === 0)
      return {
        error: undefined,
        refused: { message: translate('officina.acts.choose_nothing'), errors: {} },
      };
    try {
      const versions = isRow(record?.versioni) ? record.versioni : {};
      const all = ids.map((id) => ({ id, versione: numberOf(versions[id]) }));
      onDone({ typed, outcomes: await each(all, typed, key), seen: rows });
      return { done: true, data: undefined, description: '', read: Promise.resolve() };
    } catch (error) {
      return { error, refused: { message: reasonOf(error), errors: errorsOf(error) } };
    }
  };
}

interface ActOnSelectedProps {
  entity: Entity;
  act: Act;
  label: string;
  icon: ReactNode;
  /** The dialog's heading. */
  title: string;
  /** Whether at least one field must be filled in. */
  needsField?: boolean;
  /** Draws the dialog; by default the dialog of every act. */
  draw?(props: ActDialogProps): ReactNode;
}

/** A button above a list. Rows that were refused stay selected, so that the user can correct them. */
export function ActOnSelected({ entity, act, label, icon, title, needsField, draw }: ActOnSelectedProps) {
  const attempt = useAttempt();
  const { onSelect, refetch } = useListContext();
  const { ids, rows, linked, open, close } = useSelectedRows(act);
  const each = useActEach(act);
  const [done, setDone] = useState<Done>();
  const send = useSendEach({ ids, rows, needsField }, each, setDone);
  const end = () => {
    onSelect((done?.outcomes ?? []).filter(({ result }) => result !== DONE).map(({ id }) => id));
    setDone(undefined);
    // The list is read only now: a list without these rows would remove their results too.
    void refetch();
  };
  /** Returns a function that repeats the act after changes by colleagues, which the user has just read. */
  const insist = (last: Done) => (which: EachOutcome[]) =>
    attempt(async () => {
      const again = new Map((await each(which, last.typed)).map((one) => [one.id, one]));
      setDone({ ...last, outcomes: last.outcomes.map((one) => again.get(one.id) ?? one) });
    });
  const dialog: ActDialogProps = {
    act,
    id: ids.join(','),
    rows: ids,
    record: { versioni: Object.fromEntries(ids.map((id) => [id, rows?.get(id)?.versione])) },
    title,
    draft: linked,
    send,
    onClose: close,
  };
  return (
    <Box sx={{ display: 'flex' }}>
      <Button size="small" startIcon={icon} aria-haspopup="dialog" onClick={() => void open()}>
        {label}
      </Button>
      <Suspense fallback={<Opening />}>
        {rows && (draw ? draw(dialog) : <ActDialog {...dialog} />)}
        {done && <OutcomeDialog {...done} entity={entity} onInsist={insist(done)} onClose={end} />}
      </Suspense>
    </Box>
  );
}
