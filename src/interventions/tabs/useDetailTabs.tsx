/** The tabs of an intervention, what each offers to do, and the dialogs for that. */

import AddIcon from '@mui/icons-material/Add';
import ReturnIcon from '@mui/icons-material/AssignmentReturnOutlined';
import FilterListIcon from '@mui/icons-material/FilterList';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import type { DetailTab } from '../../../resources/detail/tabs.ts';
import { HeaderButton } from '../../../resources/form/FormHeader.tsx';
import { useHouse } from '../../../resources/House.tsx';
import type { Entity } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { belowOf } from '../ground/calls.ts';
import type { Opened } from '../ground/dialogs.ts';
import { PartsTab } from '../parts/PartsTab.tsx';
import { ReservationsTab } from '../parts/ReservationsTab.tsx';
import { ChecklistTab } from './ChecklistTab.tsx';
import { CommentsTab } from './CommentsTab.tsx';
import { CostsTab } from './CostsTab.tsx';
import { FollowUpsTab } from './FollowUpsTab.tsx';
import { RowsTab } from './RowsTab.tsx';

const ActDialog = lazy(() => import('../../../resources/acts/ActDialog.tsx'));
const CostDialog = lazy(() => import('./CostDialog.tsx'));
const FollowUpDialog = lazy(() => import('./FollowUpDialog.tsx'));

const STEPS = ['id_stato', 'data_ordine', 'data_fine', 'id_tecnico', 'note', 'data_ins', 'usr_ins'];
const ERRORS = ['tipo', 'errore'];

interface DetailTabs {
  before(record: RowOf<'odl'>): DetailTab[];
  after(record: RowOf<'odl'>): DetailTab[];
  open(dialog: Opened): void;
  dialogs(record: RowOf<'odl'>): ReactNode;
}

/** An address opens no dialog that the page itself would not offer. */
const isOpenTo = (record: RowOf<'odl'>, { kind }: Opened): boolean =>
  record.modificabile === 1 || kind === 'followup' || (kind === 'comment' && record.commentabile === 1);

export function useDetailTabs(entity: Entity): DetailTabs {
  const translate = useTranslate();
  const { byName, may } = useHouse();
  const { state } = useLocation();
  const [opened, setOpened] = useState((state as { open?: Opened } | null)?.open);
  const [filtering, setFiltering] = useState(false);
  const words = (key: string) => translate(`officina.interventions.detail.${key}`);
  const parts = may(byName.get('withdrawal')?.access.read ?? []);
  const add = (label: string, dialog: Opened, icon: ReactNode = <AddIcon />) => (
    <HeaderButton
      key={label}
      label={words(label)}
      startIcon={icon}
      aria-haspopup="dialog"
      onClick={() => setOpened(dialog)}
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
  const partsTabs = (record: RowOf<'odl'>, changes: boolean): DetailTab[] => [
    tab('prenotazioni', <ReservationsTab record={record} open={setOpened} />, {
      count: record.numero_prenotazioni_ricambi,
      actions: changes && add('add_reservation', { kind: 'act', name: 'reserve' }),
    }),
    tab('ricambi', <PartsTab record={record} open={setOpened} />, {
      count: record.numero_ricambi,
      actions: changes && (
        <>
          {add('add_part', { kind: 'act', name: 'withdraw' })}
          {add('return_title', { kind: 'act', name: 'give-back' }, <ReturnIcon />)}
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
    after: (record) => {
      const changes = record.modificabile === 1;
      return [
        ...(parts ? partsTabs(record, changes) : []),
        tab('costi', <CostsTab entity={entity} record={record} open={setOpened} />, {
          actions: changes && add('add_cost', { kind: 'cost' }),
        }),
        ...(record.id_checklist ? [tab('checklist', <ChecklistTab record={record} />)] : []),
        tab('commenti', <CommentsTab record={record} open={setOpened} />, {
          count: record.num_commenti,
          actions: record.commentabile === 1 && add('add_comment', { kind: 'comment' }),
        }),
        followUpsTab(record),
        rowsTab(record, 'errori', 'intervention-error', ERRORS, belowOf(record.id, 'errore')),
      ];
    },
    open: setOpened,
    dialogs: (record) =>
      opened &&
      isOpenTo(record, opened) && (
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
  const common = { intervention: record.id, onClose };
  const { acts } = useHouse();
  const act = opened.kind === 'act' ? acts.get(opened.name) : undefined;
  switch (opened.kind) {
    case 'comment':
      return <CommentDialog record={record} row={opened.row} onClose={onClose} />;
    case 'cost':
      return <CostDialog {...common} row={opened.row} />;
    case 'act':
      return act && <ActDialog {...opened} act={act} id={record.id} record={record} onClose={onClose} />;
    case 'followup':
      return <FollowUpDialog entity={entity} record={record} onClose={onClose} />;
  }
}

/** A comment, new or changed. */
function CommentDialog({
  record,
  row,
  onClose,
}: {
  record: RowOf<'odl'>;
  row?: RowOf<'commento'>;
  onClose(): void;
}) {
  const act = useHouse().acts.get(row ? 'change-comment' : 'add-comment');
  const on = row ?? record;
  return act && <ActDialog act={act} id={on.id} record={on} start={row} stored={row} onClose={onClose} />;
}
