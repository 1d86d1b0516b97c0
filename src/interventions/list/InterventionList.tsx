/**
 * The list of interventions, next to the tree of assets. The user chooses its colours, and it is refreshed
 * regularly.
 */
import { useEffect, useMemo, useRef } from 'react';
import { useListContext, useStoreContext, useTranslate } from 'react-admin';
import { Navigate, useLocation, useParams } from 'react-router';
import { RecordActs } from '../../../resources/acts/PlacedActs.tsx';
import { useApplication, useLanguage, usePlantZone } from '../../../resources/context/application.tsx';
import { intervalOf } from '../../../resources/context/refresh-interval.ts';
import { FilterWay } from '../../../resources/hierarchy/FilterWay.tsx';
import { ListSkeleton } from '../../../resources/list/ListSkeleton.tsx';
import type { RowSlots } from '../../../resources/list/row-slots.ts';
import EntityList from '../../../resources/screens/EntityList.tsx';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import { type Named, useAllStates, useTypes } from '../calls/form-lookups.ts';
import { BulkChange } from './BulkChange.tsx';
import { ColourChoice, useColourBy } from './ColourChoice.tsx';
import { ColourMark, cellsOf } from './intervention-cells.tsx';
import { useLayout } from './intervention-columns.ts';

const mark = (row: Row) => <ColourMark row={row} />;
const namesOf = (rows: Named[] | undefined): Map<number, string> =>
  new Map(rows?.map(({ id, descrizione }) => [id, descrizione]));

const BULK = { actions: <BulkChange />, selectable: (row: Row) => row.modificabile === 1 };

function useRowSlotsOf(entity: Entity): RowSlots {
  const translate = useTranslate();
  const zone = usePlantZone();
  const { family } = useApplication();
  const [states, types] = [useAllStates(), useTypes()];
  return useMemo(() => {
    const priorityName = (priority: number): string => translate(`officina.priority.${priority}`);
    const takeOver = (row: Row) => <RecordActs entity={entity} row={row} place="row" />;
    const cells = cellsOf({
      zone,
      priorityName,
      states: namesOf(states),
      types: namesOf(types),
    });
    return {
      mark,
      cells,
      sheet: '/odl/download/',
      actions: family === 'RIFTEC' ? takeOver : null,
      bulk: family === 'RESP' ? undefined : BULK,
    };
  }, [translate, zone, family, states, types, entity]);
}

/** Refreshes the rows when the language changes. */
function ReadInLanguage() {
  const language = useLanguage();
  const { refetch } = useListContext();
  const read = useRef(language);
  useEffect(() => {
    if (read.current === language) return;
    read.current = language;
    void refetch();
  });
  return null;
}

/** Returns the initial filter: the state in the address, or the plant's setting. */
function useFirstFilter(setting: SettingOf): Row | undefined {
  const { stato } = useParams();
  const { search } = useLocation();
  const store = useStoreContext();
  if (search !== '') return undefined;
  // The ids of states, separated by commas. Another word at their place filters nothing.
  if (stato && /^\d+(,\d+)*$/.test(stato)) return { idStato: stato };
  const isNew = store.getItem('odl.listParams') === undefined;
  return isNew && setting('ShowClosedList') === '1' ? { mostraChiusi: '1' } : undefined;
}

const searchOf = (filter: Row): string => `?filter=${encodeURIComponent(JSON.stringify(filter))}`;

export default function InterventionList({ entity }: { entity: Entity }) {
  const language = useLanguage();
  const { setting, byName } = useApplication();
  const first = useFirstFilter(setting);
  const shape = useLayout(entity);
  const [colour] = useColourBy();
  const assets = byName.entity('asset');
  const rows = useRowSlotsOf(entity);
  const query = useMemo(() => ({ tipoColore: colour }), [colour]);
  const tree = useMemo(
    () => ({ entity: assets, filter: 'idOggetto', beside: { aggiungiFigli: '1' } }),
    [assets],
  );
  if (!shape) return <ListSkeleton />;
  if (first) return <Navigate to={searchOf(first)} replace />;
  return (
    <EntityList
      entity={shape}
      title={entity.menu?.label?.[language]}
      rows={rows}
      tree={tree}
      above={
        <>
          <ReadInLanguage />
          <FilterWay tree={tree} />
        </>
      }
      tools={<ColourChoice />}
      fixedFilter={query}
      every={intervalOf(setting)}
    />
  );
}
