/** The tabs of an intervention with their actions and dialogs. */

import AddIcon from '@mui/icons-material/Add';
import ReturnIcon from '@mui/icons-material/AssignmentReturnOutlined';
import FilterListIcon from '@mui/icons-material/FilterList';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { useApplication } from '../../../resources/context/application.tsx';
import type { DetailTab } from '../../../resources/detail/record-tabs.ts';
import { HeaderButton } from '../../../resources/form/FormHeader.tsx';
import { isOffered } from '../../../schemas/act.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf } from '../calls/intervention-calls.ts';
import { ChecklistTab } from '../checklist/ChecklistTab.tsx';
import { CommentsTab } from '../comments/CommentsTab.tsx';
import { CostsTab } from '../costs/CostsTab.tsx';
import { FollowUpsTab } from '../follow-up/FollowUpsTab.tsx';
import { RowsTab } from '../history/RowsTab.tsx';
import { PartsTab } from '../parts/PartsTab.tsx';
import { ReservationsTab } from '../parts/ReservationsTab.tsx';
import type { Opened } from '../tabs/tab-dialogs.ts';

const ActDialog = lazy(() => import('../../../resources/acts/ActDialog.tsx'));
const FollowUp = lazy(() => import('../follow-up/FollowUp.tsx'));

const STEPS = ['id_stato', 'data_ordine', 'data_fine', 'id_tecnico', 'note', 'data_ins', 'usr_ins'];
const ERRORS = ['tipo', 'errore'];

interface DetailTabs {
  before(record: RowOf<'odl'>): DetailTab[];
  after(record: RowOf<'odl'>): DetailTab[];
  open(dialog: Opened): void;
  dialogs(record: RowOf<'odl'>): ReactNode;
}

export function useDetailTabs(entity: Entity): DetailTabs {
  const translate = useTranslate();
  const { byName, may, acts } = useApplication();
  const { state } = useLocation();
  const [opened, setOpened] = useState((state as { open?: Opened } | null)?.open);
  const [filtering, setFiltering] = useState(false);
  const words = (key: string) => translate(`officina.interventions.detail.${key}`);
  const parts = may(byName.get('withdrawal')?.access.read ?? []);
  /** Acts on a row are checked against that row. */
  const offers = (record: RowOf<'odl'>, { name, stored }: Opened): boolean => {
    const act = acts.get(name);
    return (
      act !== undefined &&
      may(act.access) &&
      isOffered(act, act.on === 'intervention' ? record : (stored ?? {}))
    );
  };
  const add = (record: RowOf<'odl'>, name: string, label: string, icon: ReactNode = <AddIcon />) =>
    offers(record, { name }) && (
      <HeaderButton
        key={label}
        label={words(label)}
        startIcon={icon}
        aria-haspopup="dialog"
        onClick={() => setOpened({ name })}
      />
    );
  const tab = (key: string, element: ReactNode, rest: Partial<DetailTab> = {}): DetailTab => ({
    key,
    label: words(`tab.${key}`),
    element,
    ...rest,
  });
  const rowsTab = (record: RowOf<'odl'>, key: string, name: string, columns: string[], path: string) =>
    tab(
      key,
      <RowsTab id={record.id} path={path} name={name} columns={columns} label={words(`tab.${key}`)} />,
    );
  const partsTabs = (record: RowOf<'odl'>): DetailTab[] => [
    tab('prenotazioni', <ReservationsTab record={record} open={setOpened} />, {
      count: record.numero_prenotazioni_ricambi,
      actions: add(record, 'reserve', 'add_reservation'),
    }),
    tab('ricambi', <PartsTab record={record} open={setOpened} />, {
      count: record.numero_ricambi,
      actions: (
        <>
          {add(record, 'withdraw', 'add_part')}
          {add(record, 'give-back', 'return_title', <ReturnIcon />)}
        </>
      ),
    }),
  ];
  const followUpsTab = (record: RowOf<'odl'>): DetailTab =>
    tab(
      'followup',
      <FollowUpsTab
        entity={entity}
        record={record}
        filtering={filtering}
        onFiltered={() => setFiltering(false)}
      />,
      {
        count: record.num_followup,
        actions: Number(record.num_followup) > 0 && (
          <HeaderButton
            label={translate('officina.list.filters')}
            startIcon={<FilterListIcon />}
            aria-haspopup="dialog"
            onClick={() => setFiltering(true)}
          />
        ),
      },
    );
  return {
    before: (record) => [
      rowsTab(record, 'cronologia', 'intervention-step', STEPS, `/odl/storico/${record.id}`),
    ],
    after: (record) => [
      ...(parts ? partsTabs(record) : []),
      tab('costi', <CostsTab entity={entity} record={record} open={setOpened} />, {
        actions: add(record, 'add-cost', 'add_cost'),
      }),
      ...(record.id_checklist ? [tab('checklist', <ChecklistTab record={record} />)] : []),
      tab('commenti', <CommentsTab record={record} open={setOpened} />, {
        count: record.num_commenti,
        actions: add(record, 'add-comment', 'add_comment'),
      }),
      followUpsTab(record),
      rowsTab(record, 'errori', 'intervention-error', ERRORS, belowOf(record.id, 'errore')),
    ],
    open: setOpened,
    // An address opens only dialogs that the page itself offers.
    dialogs: (record) =>
      opened &&
      offers(record, opened) && (
        <Suspense fallback={null}>
          <OpenedDialog
            entity={entity}
            record={record}
            opened={opened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      ),
  };
}

interface OpenedDialogProps {
  entity: Entity;
  record: RowOf<'odl'>;
  opened: Opened;
  onClose(): void;
}

function OpenedDialog({ entity, record, opened, onClose }: OpenedDialogProps) {
  const { name, ...how } = opened;
  const act = useApplication().acts.get(name);
  if (!act) return null;
  if (act.name === 'follow-up')
    return <FollowUp act={act} entity={entity} record={record} onClose={onClose} />;
  const on = act.on === 'intervention' ? record : (opened.stored ?? record);
  return <ActDialog {...how} act={act} id={on.id} record={on} onClose={onClose} />;
}
