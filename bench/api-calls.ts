/**
 * The documented reads, with values of stored rows: every call without unknown parameters, and the lists of the largest
 * tables with each of their filters, orders and searches.
 */
import type { Entity, Row } from '../schemas/entity.ts';
import type { Schemas } from '../schemas/read-schemas.ts';
import type { App } from '../server/app.ts';
import type { Queryable } from '../server/database/engine.ts';
import { ident } from '../server/database/sql.ts';
import { type ListedCall, REQUESTER, TECHNICIAN } from './listed-calls.ts';
import { SUPER_ADMIN } from './signed-in.ts';

/** Calls that stay open, that produce files, or that call other systems. */
const LEFT_OUT =
  /(\/:id\/novita|csv|xlsx|pdf|eml|file|download|backup\S*|logo|manuale|report|openapi\S*|metodi)$/;

/** Returns a row of a table whose columns all have a value that occurs. */
async function sampleOf(database: Queryable, { table, id, fields }: Entity): Promise<Row> {
  const sample: Row = {};
  for (const { name, virtual } of fields) {
    if (virtual) continue;
    const column = ident(name);
    const { rows } = await database.query<{ value: unknown }>(
      `select ${column} as value from ${ident(table)} where ${column} is not null order by ${ident(id)} desc limit 1`,
    );
    sample[name] = rows[0]?.value;
  }
  return sample;
}

const textOf = (value: unknown): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : String(value).slice(0, 60);

/** Shows closed interventions too. Other lists ignore it. */
const WITH_CLOSED = 'mostraChiusi=1';

function listsOf(entity: Entity, sample: Row): ListedCall[] {
  const users = [SUPER_ADMIN, TECHNICIAN, REQUESTER];
  const call = (what: string, query: string): ListedCall[] =>
    users.flatMap((user) =>
      ['', WITH_CLOSED].map((closed) => ({
        name: `${entity.resource} ${what}${closed && ', closed too'}, ${user.split('@')[0]}`,
        user,
        path: `/${entity.resource}/?pag=1&${query}&${closed}`,
      })),
    );
  const filtered = [
    ...entity.filters,
    ...entity.fields.filter(({ custom }) => custom).map(({ name }) => name),
  ];
  const filters = filtered.flatMap((name) => {
    const [field, value] = [entity.field(name), sample[name]];
    if (!field || value === undefined) return [];
    return call(`filter ${name}`, `${field.query}=${encodeURIComponent(textOf(value))}`);
  });
  const orders = entity.list.flatMap((name) =>
    ['ASC', 'DESC'].flatMap((direction) => call(`by ${name} ${direction}`, `sort=${name},${direction}`)),
  );
  const text = textOf(entity.search.map((name) => sample[name]).find(Boolean) ?? '');
  const word = text.split(/\W+/)[0] ?? '';
  const searches = [word, word.slice(0, 2)].flatMap((part) =>
    call(`search ${part}`, `filtro=${encodeURIComponent(part)}`),
  );
  return [...call('list', ''), ...filters, ...orders, ...searches];
}

export async function apiCalls(
  { calls }: Pick<App, 'calls'>,
  database: Queryable,
  { entities, byResource }: Schemas,
  tables: string[],
): Promise<ListedCall[]> {
  const samples = new Map<string, Row>();
  for (const entity of entities)
    if (!entity.view) samples.set(entity.resource, await sampleOf(database, entity));
  /** Returns the address with its parameters; undefined for an unknown parameter. */
  const addressOf = (path: string): string | undefined => {
    let isComplete = true;
    const address = path.replaceAll(/:\w+/g, (_, at: number) => {
      const entity = byResource.get(path.slice(1, at - 1));
      const id = entity && samples.get(entity.resource)?.[entity.id];
      isComplete &&= id !== undefined;
      return String(id);
    });
    return isComplete ? address : undefined;
  };
  const reads = calls
    .filter(({ method, path }) => method === 'GET' && !LEFT_OUT.test(path))
    .flatMap(({ path }) => {
      const address = addressOf(path);
      return address
        ? [SUPER_ADMIN, TECHNICIAN, REQUESTER].map((user) => ({ name: path, user, path: address }))
        : [];
    });
  const lists = entities.filter(
    ({ view, table, calls: its }) => !view && tables.includes(table) && its.includes('list'),
  );
  return [...reads, ...lists.flatMap((entity) => listsOf(entity, samples.get(entity.resource) ?? {}))];
}
