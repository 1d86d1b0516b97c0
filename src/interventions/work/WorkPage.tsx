/** Work mode: an intervention as one card, in the order of the work, with one button for the next step. */
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import { usePageTitle } from '../../../resources/context/usePageTitle.ts';
import { FormSkeleton } from '../../../resources/form/FormSkeleton.tsx';
import { useDraftsRead, usePageDraft } from '../../../resources/form/usePageDraft.ts';
import { LiveNotice } from '../../../resources/live/LiveNotice.tsx';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { displayOf } from '../../../schemas/entity.ts';
import { isOver } from '../../../schemas/interventions.ts';
import { type Offer, reasonLinesOf } from '../../../schemas/state-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { missingFor, needsReport, verbOf, type Work, type WorkStep } from '../../../schemas/work-step.ts';
import { useDetailTabs } from '../page/useDetailTabs.tsx';
import { useWithStates } from '../page/useWithStates.ts';
import { ForwardBar } from './ForwardBar.tsx';
import { type Unsent, useUnsent } from './unsent.ts';
import { useForward } from './useForward.tsx';
import { offerOf, useWork } from './useWork.ts';
import { WorkChecklist } from './WorkChecklist.tsx';
import { WorkComments } from './WorkComments.tsx';
import { WorkFields } from './WorkFields.tsx';
import { WorkHead } from './WorkHead.tsx';
import { WorkParts } from './WorkParts.tsx';
import { WorkPhotos } from './WorkPhotos.tsx';
import { WorkReport } from './WorkReport.tsx';
import { WorkSection } from './WorkSection.tsx';
import { WorkSignatures } from './WorkSignatures.tsx';
import { WorkTheme } from './WorkTheme.tsx';
import { useSunlight } from './work-choice.ts';

interface WorkPageProps {
  entity: EntityOf<'odl'>;
  record: RowOf<'odl'>;
  /** When the record arrived. */
  readAt: number;
  onAll(): void;
}

export default function WorkPage({ entity, record, readAt, onAll }: WorkPageProps) {
  const [sunlight, setSunlight] = useSunlight();
  const unsent = useUnsent(record, readAt);
  const drawn = useWithStates(unsent);
  const language = useLanguage();
  usePageTitle(`${entity.title[language]}: ${displayOf(entity, record, language)}`);
  const isRead = useDraftsRead();
  if (!drawn || !isRead) return <FormSkeleton />;
  return (
    <WorkTheme sunlight={sunlight}>
      <WorkHead
        entity={entity}
        record={drawn.record}
        isUnsent={drawn.isStateUnsent}
        sunlight={sunlight}
        onSunlight={() => setSunlight(!sunlight)}
        onAll={onAll}
      >
        <LiveNotice entity={entity} record={drawn.record} />
      </WorkHead>
      <WorkCard entity={entity} record={drawn.record} unsent={drawn} />
    </WorkTheme>
  );
}

/** Returns the label of a state's button, which also mentions a required signature. */
interface Words {
  of(offer: Offer): string;
  bare(offer: Offer): string;
}

function useWords(work: Work): Words {
  const translate = useTranslate();
  const bare = (offer: Offer): string => {
    const verb = verbOf(offer, work);
    return verb === 'name'
      ? translate('officina.interventions.detail.to_state', { state: offer.name })
      : translate(`officina.interventions.work.${verb}`);
  };
  const signed = (offer: Offer): string =>
    translate(`officina.interventions.work.sign_${verbOf(offer, work) === 'close' ? 'close' : 'name'}`, {
      state: offer.name,
    });
  return { bare, of: (offer) => (needsReport(offer) ? signed(offer) : bare(offer)) };
}

function useLabel(step: WorkStep, words: Words): string | undefined {
  const translate = useTranslate();
  const language = useLanguage();
  const { act } = useApplication();
  if (step.kind === 'take') return act('take-over').title[language];
  if (step.kind === 'sign' || step.kind === 'enter') return words.of(step.offer);
  if (step.kind !== 'fill') return undefined;
  const count = { verb: words.bare(step.offer), smart_count: step.missing.length };
  return translate('officina.interventions.work.missing', count);
}

interface WorkCardProps {
  entity: EntityOf<'odl'>;
  record: RowOf<'odl'>;
  unsent: Unsent;
}

function WorkCard({ entity, record, unsent }: WorkCardProps) {
  const translate = useTranslate();
  const tabs = useDetailTabs(entity);
  const draft = usePageDraft(entity, record.id);
  const inHand = useWork(entity, record, unsent, draft);
  const { work, step, items, typing, fieldNames, shape, setting } = inHand;
  const words = useWords(work);
  const label = useLabel(step, words);
  const forward = useForward(entity, record, inHand, words.of);
  const next = offerOf(step);
  const changes = record.modificabile === 1;
  const over = isOver(Number(record.id_tipo_stato_odl));
  return (
    <>
      <WorkChecklist record={record} items={items} changes={changes} draft={draft} />
      <WorkParts record={record} open={tabs.open} />
      <WorkPhotos entity={entity} record={record} />
      {shape && setting && next && fieldNames.length > 0 && !over && (
        <WorkFields
          title={translate('officina.interventions.work.needed', { state: next.name })}
          shape={shape}
          setting={setting}
          record={record}
          names={fieldNames}
          missing={missingFor(next, work)}
          typing={typing}
        />
      )}
      {step.kind === 'wait' && <Reasons offers={work.offers} />}
      <WorkComments record={record} draft={draft} />
      {next?.state.richiedi_firma_rapportino === 1 && <WorkSignatures intervention={record.id} />}
      {over && <WorkReport entity={entity} record={record} />}
      <ForwardBar
        step={step}
        label={label}
        others={work.offers.filter((offer) => offer.free && offer !== next)}
        busy={forward.busy}
        onPress={forward.press}
        onEnter={forward.enter}
      />
      {forward.dialogs}
      {tabs.dialogs(record)}
    </>
  );
}

/** Explains that the next step belongs to another user. */
function Reasons({ offers }: { offers: Offer[] }) {
  const translate = useTranslate();
  const lines = reasonLinesOf(offers).flatMap(({ reasons }) => reasons);
  if (lines.length === 0) return null;
  return (
    <WorkSection title={translate('officina.interventions.work.waits')}>
      {lines.map((line) => (
        <Typography key={line}>{line}</Typography>
      ))}
    </WorkSection>
  );
}
