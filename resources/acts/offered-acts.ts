/** Acts as pages offer them: one act, or two acts that share a call and therefore a dialog. */
import { type Act, type ActPlace, isOffered } from '../../schemas/act.ts';
import type { Entity, Language, Row } from '../../schemas/entity.ts';
import { type Application, useApplication } from '../context/application.tsx';

export interface OfferedActs {
  act: Act;
  /** Another act that shares the call: the user chooses one of them in the dialog. */
  other?: Act;
}

/** Returns the acts of these names; undefined if the user may not perform them. */
export function useActs(name: string, otherName?: string): OfferedActs | undefined {
  const { acts, may } = useApplication();
  const [act, other] = [acts.get(name), acts.get(otherName ?? '')];
  return act && may(act.access) ? { act, other } : undefined;
}

/** Returns the button's label: the act's title, or the heading of the dialog of two acts. */
export const titleOf = ({ act, other }: OfferedActs, language: Language): string =>
  (other ? act.heading : act.title)[language];

/** Returns the acts of an entity that this user may perform and whose buttons are in this place (x-place). */
export const actsAt = ({ acts, may }: Application, entity: Entity, place: ActPlace): Act[] =>
  [...acts.values()].filter((act) => act.on === entity.name && act.places.includes(place) && may(act.access));

/** Returns whether this user may perform the act, and whether the act is available on the record. */
export const mayDo = ({ may }: Application, act: Act, record: Row): boolean =>
  may(act.access) && isOffered(act, record);
