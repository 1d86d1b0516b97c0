/**
 * The definitions of custom fields, which are cached. Two rules apply when they are written: a column holds one
 * field per class, and a field of all classes takes its column in every class.
 */

import { ALL_CLASSES, type Definition } from '../../schemas/custom-fields.ts';
import type { Entity, Row, Text } from '../../schemas/entity.ts';
import type { Schemas } from '../../schemas/read-schemas.ts';
import { isBlank, type Refusal } from '../../schemas/validate.ts';
import type { Topic } from '../database/announcements.ts';
import type { Database, Queryable } from '../database/engine.ts';
import { indexFields, withoutIndex } from '../database/field-indexes.ts';
import { lockFor } from '../database/lock.ts';
import { ident } from '../database/sql.ts';
import { type Call, callAt } from '../http/call.ts';
import { malformed } from '../http/problem.ts';
import { rowsOf } from '../http/reply-schemas.ts';
import { emptyFreed } from './freed-columns.ts';
import type { EntityRules, ListCondition, RulesByResource, WriteContext } from './rules.ts';

const REFRESH_MS = 5000;

const CHANGED: Topic<'changed'> = {
  name: 'definitions',
  accepts: (message) => message === 'changed',
};

export interface CurrentDefinitions {
  definitionsOf(entity: Entity): Definition[];
  rules: RulesByResource;
  close(): void;
}

const NONE: Definition[] = [];

/** An entity with custom fields, and the entity of their definitions. */
interface Source {
  owner: Entity;
  definitions: Entity;
}

const sourcesOf = (schemas: Schemas): Source[] =>
  schemas.entities.flatMap((owner) =>
    owner.customFields ? [{ owner, definitions: schemas.byName.entity(owner.customFields.definitions) }] : [],
  );

/**
 * Loads the definitions at startup, after a change on any server, and every few seconds in case the message about a
 * change was lost.
 */
export async function currentDefinitions(database: Database, schemas: Schemas): Promise<CurrentDefinitions> {
  const sources = sourcesOf(schemas);
  const cached = new Map<string, Definition[]>();
  const all = async (queryable: Queryable, { definitions }: Source): Promise<Definition[]> =>
    (await queryable.query<Definition>(`select * from ${ident(definitions.table)} order by id`)).rows;
  const read = async (source: Source): Promise<void> => {
    const rows = await all(database, source);
    // The same array stays while nothing changes, because it is the key in the cache of derived entities.
    if (JSON.stringify(cached.get(source.definitions.name)) !== JSON.stringify(rows))
      cached.set(source.definitions.name, rows);
  };
  const reload = () => Promise.all(sources.map(read));
  await reload();
  for (const { owner, definitions } of sources) {
    const columns = columnsIn(cached.get(definitions.name) ?? NONE);
    if ((await withoutIndex(database, owner, columns)).length === 0) continue;
    await database.transaction(async (transaction) => {
      // Two servers that start together would create the same index, and one of them would fail.
      await lockFor(transaction, definitions.table);
      await indexFields(transaction, owner, columns);
    });
  }
  const reloadSoon = () => void reload().catch(() => undefined);
  const timer = setInterval(reloadSoon, REFRESH_MS);
  timer.unref();
  const { announcements } = database;
  const stopListening = announcements.listen(CHANGED, { received: reloadSoon, missed: reloadSoon });
  const rules = sources.map((source): [string, EntityRules] => [
    source.definitions.resource,
    {
      where: ofClass,
      check: async (row, before, context) => (before ? [] : columnRefusals(source, row, context)),
      async afterWrite(row, before, { transaction, user }) {
        const rows = await all(transaction, source);
        if (!row || !before) {
          const definition = (row ?? before) as unknown as Definition;
          const { owner } = source;
          await emptyFreed(transaction, { owner, definition, isNew: !before, definitions: rows }, user);
        }
        await indexFields(transaction, source.owner, columnsIn(rows));
        transaction.afterCommit(() => {
          cached.set(source.definitions.name, rows);
          announcements.announce(CHANGED, 'changed');
        });
      },
    },
  ]);
  return {
    definitionsOf: (entity) => cached.get(entity.customFields?.definitions ?? '') ?? NONE,
    rules: Object.fromEntries(rules),
    close() {
      clearInterval(timer);
      stopListening();
    },
  };
}

const columnsIn = (definitions: Definition[]): Set<string> =>
  new Set(definitions.map((definition) => definition.campo_tabella));

const freeOf = ({ owner }: Source) => owner.fields.filter((field) => field.custom);

/** Returns the columns used by a class and by all classes. For all classes, returns the columns used by any class. */
async function takenColumns(
  database: Queryable,
  { definitions }: Source,
  idClass: number,
): Promise<Set<string>> {
  const { rows } = await database.query<{ campo_tabella: string }>(
    `select campo_tabella from ${ident(definitions.table)} where $1 = ${ALL_CLASSES} or id_classe in ($1, ${ALL_CLASSES})`,
    [idClass],
  );
  return new Set(rows.map((row) => row.campo_tabella));
}

async function columnRefusals(source: Source, row: Row, { transaction }: WriteContext): Promise<Refusal[]> {
  const { campo_tabella: column, id_classe: idClass } = row;
  if (typeof column !== 'string' || isBlank(column) || typeof idClass !== 'number') return [];
  if (!freeOf(source).some(({ name }) => name === column))
    return [{ field: 'campo_tabella', rule: 'choice' }];
  // A unique index cannot prevent a clash of a field of one class with a field of all classes.
  await lockFor(transaction, source.definitions.table);
  const taken = await takenColumns(transaction, source, idClass);
  return taken.has(column) ? [{ field: 'campo_tabella', rule: 'column-taken' }] : [];
}

const ID = /^-?\d{1,9}$/;

function ofClass(query: Record<string, string>): ListCondition | undefined {
  const value = query.perClasse || query.idClasse;
  if (!value) return undefined;
  if (!ID.test(value)) throw malformed('bad-filter', { name: query.perClasse ? 'perClasse' : 'idClasse' });
  const idClass = Number(value);
  // -1 means "no class selected" in a form, and "all classes" in a request for all rows.
  if (idClass === ALL_CLASSES && !query.perClasse && query.pag !== '-1') return { sql: 'false', values: [] };
  return { sql: `t.id_classe in (?, ${ALL_CLASSES})`, values: [idClass] };
}

const SUMMARY: Text = {
  it: 'Colonne libere per un campo della classe',
  en: 'Free columns for a field of the class',
};

const freeColumnsCall = (source: Source): Call => ({
  ...callAt(
    'GET',
    `/${source.definitions.resource}/tabella`,
    source.definitions.access.write,
    source.definitions.name,
  ),
  summary: SUMMARY,
  query: { idClasse: { type: 'integer', description: 'The id of the class; -1 for all classes' } },
  reply: rowsOf({
    campo_tabella: { type: 'string' },
    codice: { type: 'string' },
    descrizione: { type: 'string' },
  }),
  example: {
    data: [{ campo_tabella: 'campo_str1', codice: 'campo_str1', descrizione: 'Testo 1 (campo_str1)' }],
  },
  async handle({ database, query, language }) {
    const value = query.idClasse || String(ALL_CLASSES);
    if (!ID.test(value)) throw malformed('bad-filter', { name: 'idClasse' });
    const taken = await takenColumns(database, source, Number(value));
    const free = freeOf(source).filter(({ name }) => !taken.has(name));
    return {
      data: free.map(({ name, title }) => ({
        campo_tabella: name,
        codice: name,
        descrizione: `${title[language]} (${name})`,
      })),
    };
  },
});

export const definitionCalls = (schemas: Schemas): Call[] => sourcesOf(schemas).map(freeColumnsCall);
