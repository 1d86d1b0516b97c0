/** The rows that a list hides by default (x-widens): the filter that adds them, and their number. */
import { useGetList, useListContext } from 'react-admin';
import type { Field, Row } from '../../schemas/entity.ts';
import { useEntity } from './ListData.ts';

export interface LeftOut {
  field: Field;
  count: number;
  show(): void;
}

const ONE = { pagination: { page: 1, perPage: 1 } };

/** Returns the hidden rows. `from` is the call that returns the rows, if it is not the entity's list. */
export function useLeftOut(from?: string): LeftOut | undefined {
  const entity = useEntity();
  const { filter, filterValues, setFilters } = useListContext();
  const filters: Row = { ...filterValues, ...filter };
  const field = entity.fields.find(
    (candidate) => candidate.widens !== undefined && !filters[candidate.query],
  );
  const { total = 0 } = useGetList(
    entity.resource,
    { ...ONE, filter: { ...filters, ...(field && { [field.query]: '1' }) }, ...(from && { meta: { from } }) },
    { enabled: field !== undefined },
  );
  if (!field || total === 0) return undefined;
  return { field, count: total, show: () => setFilters({ ...filterValues, [field.query]: '1' }) };
}
