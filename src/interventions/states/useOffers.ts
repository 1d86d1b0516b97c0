/** The next states of an intervention as offers to the signed-in user. */
import { useApplication, useLanguage } from '../../../resources/context/application.tsx';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { type Offer, offersOf } from '../../../schemas/state-offers.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useNextStates } from '../calls/intervention-calls.ts';

/** Returns a function that checks whether the user may write a field of the entity. */
export function useWrites(entity: EntityOf<'odl'>): (name: string) => boolean {
  const { may } = useApplication();
  return (name) => {
    const field = entity.field(name);
    return field !== undefined && may(field.write ?? 'session');
  };
}

export function useOffers(entity: EntityOf<'odl'>, record: RowOf<'odl'>, from?: number): Offer[] {
  const language = useLanguage();
  const writes = useWrites(entity);
  const { data = [] } = useNextStates(record, from);
  return offersOf(data, { record, language, writes });
}
