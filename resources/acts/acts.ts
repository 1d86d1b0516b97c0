/** Acts as pages offer them: one, or two that share a call and so a dialog. */
import type { Act, ActPlace } from '../../schemas/act.ts';
import type { Entity, Language } from '../../schemas/entity.ts';
import { type House, useHouse } from '../House.tsx';

export interface OfferedActs {
  act: Act;
  /** Another that shares its call: which of the two is done is chosen in the dialog. */
  other?: Act;
}

/** Those of these names; nothing for who may not do them. */
export function useActs(name: string, otherName?: string): OfferedActs | undefined {
  const { acts, may } = useHouse();
  const [act, other] = [acts.get(name), acts.get(otherName ?? '')];
  return act && may(act.access) ? { act, other } : undefined;
}

/** As their button says it: the act, or what stands over the dialog of two. */
export const titleOf = ({ act, other }: OfferedActs, language: Language): string =>
  (other ? act.heading : act.title)[language];

/** The acts of an entity that this user may do and whose buttons stand in this place (x-place). */
export const actsAt = ({ acts, may }: House, entity: Entity, place: ActPlace): Act[] =>
  [...acts.values()].filter((act) => act.on === entity.name && act.places.includes(place) && may(act.access));
