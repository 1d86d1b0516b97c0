/** A list that belongs to no entity, sorted, paged and counted like the lists of entities. */
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { pagedReply } from '../../capabilities/paged-reply.ts';
import { readPage } from '../../database/list-page.ts';
import { cutOf } from '../../database/list-query.ts';
import type { Values } from '../../database/sql.ts';
import type { Context, Reply } from '../../http/call.ts';
import { readId } from '../../requests/ids.ts';
import { requireReach } from './reach.ts';

export interface Listing {
  /** The select list. */
  columns: string;
  /** The statement from `from` to the end of the grouping. */
  source: string;
  values: Values;
  /** SQL of each name that a request may sort by. */
  sorts: Record<string, string>;
  /** The default order, also used after the requested one. */
  order: string;
}

export const asWords = (expression: string): string => `${expression} collate "und-x-icu"`;

function orderOf({ sorts, order }: Listing, query: Record<string, string>): string {
  const [column, direction] = query.orderByCol
    ? [query.orderByCol, query.orderByDir]
    : (query.sort ?? '').split(',').map((part) => part.trim());
  const sortColumn = column !== undefined && Object.hasOwn(sorts, column) ? sorts[column] : undefined;
  if (!sortColumn) return order;
  return `${sortColumn} ${direction?.toUpperCase() === 'DESC' ? 'desc' : 'asc'} nulls last, ${order}`;
}

/** Returns the query of all rows in order, for a sheet. */
export const wholeListing = (listing: Listing, query: Record<string, string>): string =>
  `select ${listing.columns} ${listing.source} order by ${orderOf(listing, query)}`;

export async function listingReply(listing: Listing, { database, query }: Context): Promise<Reply> {
  const { columns, source, values } = listing;
  const page = readPage(query);
  const all = [...values.list];
  const cut = cutOf(page, values);
  return pagedReply(database, page, {
    list: { text: `${wholeListing(listing, query)}${cut}`, values: values.list },
    // The columns have values too, and PostgreSQL refuses a statement that does not use all of its values.
    count: () => ({
      text: `select count(*)::int as tot from (select ${columns} ${source}) counted`,
      values: all,
    }),
  });
}

/**
 * Returns a function that makes a list about the record of the call. It throws if the user may not see that record.
 */
export const listingOn =
  (entity: Entity, schemas: Schemas, of: (schemas: Schemas, id: number, context: Context) => Listing) =>
  async (context: Context): Promise<Listing> => {
    const id = readId(context.params.id);
    await requireReach(entity, id, context);
    return of(schemas, id, context);
  };
