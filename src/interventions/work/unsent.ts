/** The work card, including the user's acts on this device that the server's answers do not contain yet. */
import { useMemo } from 'react';
import { SAVED_VALUES, type Waiting } from '../../../dataProvider/outbox-order.ts';
import { recordAddress } from '../../../dataProvider/provider.ts';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import type { Language, Row } from '../../../schemas/entity.ts';
import { ASSIGNED_CODE, entersAssigned, isOver } from '../../../schemas/interventions.ts';
import { saidIn } from '../../../schemas/language.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useAllStates } from '../calls/intervention-calls.ts';
import { isUnsent, useActsOver } from '../calls/unsent-acts.ts';
import type { Item } from '../checklist/checklist-item.ts';

type Work = RowOf<'odl'>;
type State = RowOf<'stato'>;

export interface Unsent {
  /** The record as it will be when everything has been sent. */
  record: Work;
  acts: Waiting[];
  /** The values that the record on the page does not have yet. */
  values: Row;
  /** The state that the record on the page does not have yet. */
  from: number | undefined;
  /** Whether the server does not have the state yet. */
  isStateUnsent: boolean;
}

const valuesOf = ({ act, body: { versione: _, id_stato: __, ...values } }: Waiting): Row =>
  act === 'enter-state' || act === SAVED_VALUES ? values : {};

function stateOf({ act, body }: Waiting, record: Work, states: State[]): State | undefined {
  if (act === 'enter-state') return states.find(({ id }) => id === body.id_stato);
  if (act === 'take-over' && entersAssigned(record))
    return states.find(({ codice }) => codice === ASSIGNED_CODE);
  return undefined;
}

const inState = (record: Work, state: State, language: Language): Work => ({
  ...record,
  id_stato: state.id,
  cod_stato: state.codice,
  stato: saidIn(state.traduzioni, language) ?? state.descrizione,
  stato_colore: state.colore,
  id_tipo_stato_odl: state.id_tipo_stato_odl,
  modificabile: isOver(Number(state.id_tipo_stato_odl)) ? 0 : record.modificabile,
});

const NOTHING: State[] = [];

/** `readAt` is the time at which the record arrived. */
export function useUnsent(record: Work, readAt: number): Unsent {
  const { byName, person } = useApplication();
  const path = recordAddress(byName.entity('intervention').resource, record.id);
  const acts = useActsOver(record.id, { path, arrivedAt: readAt });
  const language = useLanguage();
  const { data: states = NOTHING } = useAllStates();
  return useMemo(() => {
    let done = record;
    let values: Row = {};
    let isStateUnsent = false;
    for (const act of acts) {
      const state = stateOf(act, done, states);
      if (state) isStateUnsent = isUnsent(act);
      values = { ...values, ...valuesOf(act) };
      done = { ...(state ? inState(done, state, language) : done), ...valuesOf(act) };
      if (act.act === 'take-over')
        done = { ...done, prendibile: 0, modificabile: 1, id_tecnico: person?.id ?? null };
    }
    const from = done.id_stato === record.id_stato ? undefined : done.id_stato;
    return { record: done, acts, values, from, isStateUnsent: isStateUnsent && from !== undefined };
  }, [acts, record, states, language, person]);
}

/** Returns the items with the ticks and notes that are not sent yet. */
export const withUnsentItems = (items: Item[], acts: Waiting[]): Item[] =>
  items.map((item) => {
    const own = acts.filter(({ act, path }) => act === 'tick' && path.endsWith(`/checklist/${item.id}`));
    return Object.assign({}, item, ...own.map(({ body }) => body), { versione: item.versione });
  });
