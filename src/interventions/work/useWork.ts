/** Everything that the work card derives from an intervention: the next step, and the fields to fill in on the card. */
import { useMemo, useState } from 'react';
import { useApplication, useLanguage, usePlantZone } from '../../../resources/context/application.tsx';
import type { PageDraft } from '../../../resources/form/page-draft.ts';
import { useShape } from '../../../resources/form/useShape.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { Entity } from '../../../schemas/entity.ts';
import { KINDS } from '../../../schemas/kinds.ts';
import { plantClock } from '../../../schemas/state-controls.ts';
import { type Offer, offersOf } from '../../../schemas/state-offers.ts';
import { offeredOver } from '../../../schemas/typed-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { fieldsToFill, stepOf, type Work, type WorkStep } from '../../../schemas/work-step.ts';
import { belowOf } from '../calls/intervention-calls.ts';
import { isUnsent, useRowsWithActs } from '../calls/unsent-acts.ts';
import type { Item } from '../checklist/checklist-item.ts';
import { shapeOf, useFormSettings } from '../form/form-fields.ts';
import { useOffers, useWrites } from '../states/useOffers.ts';
import { type Unsent, withUnsentItems } from './unsent.ts';
import { useReadAhead } from './useReadAhead.ts';
import { type Typing, useTyping } from './useTyping.ts';

export interface WorkInHand {
  work: Work;
  step: WorkStep;
  items: Item[];
  typing: Typing;
  /** The fields that the next state requires, with the entity that draws them. */
  fieldNames: string[];
  shape: Entity | undefined;
  setting: SettingOf | undefined;
}

/** The entity as the form of this record draws it, with the custom fields of its class. */
function useRecordShape(entity: EntityOf<'odl'>, record: RowOf<'odl'>, setting: SettingOf | undefined) {
  const application = useApplication();
  const base = useMemo(
    () => shapeOf(entity, 'edit', application, setting ?? (() => undefined)),
    [entity, application, setting],
  );
  return useShape(base, record, 'edit');
}

const NO_ITEMS: Item[] = [];

export const offerOf = (step: WorkStep): Offer | undefined => ('offer' in step ? step.offer : undefined);

/** Returns all fields required since the card was opened, so that a field stays after it is filled in. */
function useFieldNames(step: WorkStep, writes: Work['writes']): string[] {
  const offer = offerOf(step);
  const [seen, see] = useState<{ state: number; names: string[] }>();
  if (!offer) return seen?.names ?? [];
  const before = seen?.state === offer.state.id ? seen.names : [];
  const names = [...new Set([...before, ...fieldsToFill(offer, { writes })])];
  if (seen?.state !== offer.state.id || names.length > before.length) see({ state: offer.state.id, names });
  return names;
}

interface OffersProps extends Pick<Work, 'offers' | 'typed' | 'writes'> {
  record: RowOf<'odl'>;
  shape: Entity | undefined;
}

/** Returns the offers over the record as it is typed. */
function useTypedOffers(entity: EntityOf<'odl'>, { record, offers, shape, typed, writes }: OffersProps) {
  const language = useLanguage();
  const zone = usePlantZone();
  const mayWrite = useWrites(entity);
  if (!shape) return offers;
  const over = { shape, record, typed, language, clock: plantClock(zone), writes };
  const states = offers.map(({ state }) => offeredOver(state, over));
  return offersOf(states, { record, language, writes: mayWrite });
}

export function useWork(
  entity: EntityOf<'odl'>,
  record: RowOf<'odl'>,
  unsent: Unsent,
  draft: PageDraft,
): WorkInHand {
  const { may } = useApplication();
  const setting = useFormSettings();
  const shape = useRecordShape(entity, record, setting);
  const offers = useOffers(entity, record, unsent.from);
  const { data = NO_ITEMS, acts } = useRowsWithActs<Item>(record.id, belowOf(record.id, 'checklist'));
  const items = useMemo(() => withUnsentItems(data, acts), [data, acts]);
  const typing = useTyping({ entity, record, shape, draft });
  const writes = (name: string): boolean => {
    const field = shape?.field(name);
    // A file is uploaded on the form.
    if (!field || field.hidden || field.readOnly || KINDS[field.kind].uploaded) return false;
    return field.fixed === undefined && may(field.write ?? 'session');
  };
  const typed = { ...unsent.values, ...typing.typed };
  const offered = useTypedOffers(entity, { record, offers, shape, typed, writes });
  const work: Work = { record, offers: offered, items, typed, writes };
  useReadAhead(record, offers, !unsent.acts.some(isUnsent));
  const step = stepOf(work);
  return { work, step, items, typing, fieldNames: useFieldNames(step, writes), shape, setting };
}
