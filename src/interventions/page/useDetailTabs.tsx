/** The tabs of an intervention with their actions and dialogs. */

import AddIcon from '@mui/icons-material/Add';
import ReturnIcon from '@mui/icons-material/AssignmentReturnOutlined';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { placeOfAct } from '../../../resources/acts/act-draft.ts';
import { mayDo } from '../../../resources/acts/offered-acts.ts';
import { useApplication } from '../../../resources/context/application.tsx';
import type { DetailTab } from '../../../resources/detail/record-tabs.ts';
import { Opening } from '../../../resources/feedback/Placeholder.tsx';
import { useDraftLink } from '../../../resources/form/draft-link.ts';
import { HeaderButton, HeaderFilters } from '../../../resources/form/FormHeader.tsx';
import type { Entity } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { ChecklistTab } from '../checklist/ChecklistTab.tsx';
import { CommentsTab } from '../comments/CommentsTab.tsx';
import { CostsTab } from '../costs/CostsTab.tsx';
import { FollowUpsTab } from '../follow-up/FollowUpsTab.tsx';
import { ErrorsTab, StepsTab } from '../history/RowsTab.tsx';
import { PartsTab } from '../parts/PartsTab.tsx';
import { ReservationsTab } from '../parts/ReservationsTab.tsx';
import type { Opened, Opener } from '../tabs/tab-dialogs.ts';

const ActDialog = lazy(() => import('../../../resources/acts/ActDialog.tsx'));
const FollowUp = lazy(() => import('../follow-up/FollowUp.tsx'));

interface DetailTabs {
  before(record: RowOf<'odl'>): DetailTab[];
  after(record: RowOf<'odl'>): DetailTab[];
  open(dialog: Opened): void;
  dialogs(record: RowOf<'odl'>): ReactNode;
}

/** Returns a function that tells whether the page offers an act. An act on a row is checked against that row. */
function useOffers(): (record: RowOf<'odl'>, dialog: Opened) => boolean {
  const application = useApplication();
  return (record, { name, stored }) => {
    const act = application.acts.get(name);
    return act !== undefined && mayDo(application, act, act.on === 'intervention' ? record : (stored ?? {}));
  };
}

interface ActButtonProps {
  record: RowOf<'odl'>;
  /** The name of the act, and the key of the button's label. */
  name: string;
  label: string;
  open: Opener;
  icon?: ReactNode;
}

/** Opens the dialog of an act, if the page offers the act. */
function ActButton({ record, name, label, open, icon = <AddIcon /> }: ActButtonProps) {
  const translate = useTranslate();
  const offers = useOffers();
  if (!offers(record, { name })) return null;
  return (
    <HeaderButton
      label={translate(`officina.interventions.detail.${label}`)}
      startIcon={icon}
      aria-haspopup="dialog"
      onClick={() => open({ name })}
    />
  );
}

type TabOf = (key: string, element: ReactNode, rest?: Partial<DetailTab>) => DetailTab;

function useTabOf(): TabOf {
  const translate = useTranslate();
  return (key, element, rest) => ({
    key,
    label: translate(`officina.interventions.detail.tab.${key}`),
    element,
    ...rest,
  });
}

const partsTabs = (tabOf: TabOf, record: RowOf<'odl'>, open: Opener): DetailTab[] => [
  tabOf('prenotazioni', <ReservationsTab record={record} open={open} />, {
    count: record.numero_prenotazioni_ricambi,
    actions: <ActButton key="reserve" record={record} name="reserve" label="add_reservation" open={open} />,
  }),
  tabOf('ricambi', <PartsTab record={record} open={open} />, {
    count: record.numero_ricambi,
    actions: (
      <>
        <ActButton record={record} name="withdraw" label="add_part" open={open} />
        <ActButton record={record} name="give-back" label="return_title" open={open} icon={<ReturnIcon />} />
      </>
    ),
  }),
];

/** The dialog of filters over the follow-ups, opened from the header of the page. */
function useFollowUpsTab(entity: Entity, tabOf: TabOf): (record: RowOf<'odl'>) => DetailTab {
  const [filtering, setFiltering] = useState(false);
  return (record) =>
    tabOf(
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
          <HeaderFilters key="filters" onOpen={() => setFiltering(true)} />
        ),
      },
    );
}

export function useDetailTabs(entity: Entity): DetailTabs {
  const { acts, byName, may } = useApplication();
  const { state } = useLocation();
  const [opened, open] = useState((state as { open?: Opened } | null)?.open);
  useDraftLink(({ id, act: name, place, base }) => {
    const act = acts.get(name ?? '');
    // An act with a place of its own (x-place) is opened by its button.
    const isOwn = act?.places.length === 0 && place === placeOfAct({ act, id: base?.id });
    if (isOwn) open({ name: act.name, draft: id });
    return isOwn;
  });
  const tabOf = useTabOf();
  const followUpsTab = useFollowUpsTab(entity, tabOf);
  const offers = useOffers();
  const hasParts = may(byName.get('withdrawal')?.access.read ?? []);
  return {
    before: (record) => [tabOf('cronologia', <StepsTab record={record} />)],
    after: (record) => [
      ...(hasParts ? partsTabs(tabOf, record, open) : []),
      tabOf('costi', <CostsTab entity={entity} record={record} open={open} />, {
        actions: <ActButton key="add-cost" record={record} name="add-cost" label="add_cost" open={open} />,
      }),
      ...(record.id_checklist ? [tabOf('checklist', <ChecklistTab record={record} />)] : []),
      tabOf('commenti', <CommentsTab record={record} open={open} />, {
        count: record.num_commenti,
        actions: (
          <ActButton key="add-comment" record={record} name="add-comment" label="add_comment" open={open} />
        ),
      }),
      followUpsTab(record),
      tabOf('errori', <ErrorsTab record={record} />),
    ],
    open,
    // An address opens only dialogs that the page itself offers.
    dialogs: (record) =>
      opened &&
      offers(record, opened) && (
        <Suspense fallback={<Opening />}>
          <OpenedDialog entity={entity} record={record} opened={opened} onClose={() => open(undefined)} />
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
    return <FollowUp act={act} entity={entity} record={record} draft={opened.draft} onClose={onClose} />;
  const on = act.on === 'intervention' ? record : (opened.stored ?? record);
  return <ActDialog {...how} act={act} id={on.id} record={on} onClose={onClose} />;
}
