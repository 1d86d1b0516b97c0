/** Definitions of custom fields: a column serves one field of a class, and a field of all classes takes it everywhere. */
import type { Row, Text } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { Refusal } from '../../../schemas/validate.ts';
import type { EntityRules, ListCondition, RulesByResource, WriteContext } from '../../capabilities/rules.ts';
import type { Queryable } from '../../database/engine.ts';
import { lockFor } from '../../database/lock.ts';
import { ident } from '../../database/sql.ts';
import type { Call } from '../../http/call.ts';
import { malformed } from '../../http/problem.ts';
import { columnsOf, columnTitle, OWNERS } from './columns.ts';

const ALL_CLASSES = -1;

const tableOf = (owner: string): string => ident(`${owner}_campo`);

/** Columns in use for a class: its own and those of all classes; for all classes, those of any. */
async function takenColumns(database: Queryable, owner: string, idClass: number): Promise<Set<string>> {
  const { rows } = await database.query<{ campo_tabella: string }>(
    `select campo_tabella from ${tableOf(owner)} where $1 = ${ALL_CLASSES} or id_classe in ($1, ${ALL_CLASSES})`,
    [idClass],
  );
  return new Set(rows.map((row) => row.campo_tabella));
}

async function columnRefusals(owner: string, row: Row, { transaction }: WriteContext): Promise<Refusal[]> {
  const { campo_tabella: column, id_classe: idClass } = row;
  if (typeof column !== 'string' || typeof idClass !== 'number') return [];
  if (!columnsOf(owner).includes(column)) return [{ field: 'campo_tabella', rule: 'choice' }];
  // A field of one class and one of all classes break no unique index together.
  await lockFor(transaction, `${owner}_campo`);
  const taken = await takenColumns(transaction, owner, idClass);
  return taken.has(column) ? [{ field: 'campo_tabella', rule: 'column-taken' }] : [];
}

const ID = /^-?\d{1,9}$/;

function ofClass(query: Record<string, string>): ListCondition | undefined {
  const given = query.perClasse || query.idClasse;
  if (!given) return undefined;
  if (!ID.test(given)) throw malformed('bad-filter', { name: query.perClasse ? 'perClasse' : 'idClasse' });
  const idClass = Number(given);
  // -1 is 'no class chosen' to who fills a form, and 'all classes' to who asks for every row.
  if (idClass === ALL_CLASSES && !query.perClasse && query.pag !== '-1') return { sql: 'false', values: [] };
  return { sql: `t.id_classe in (?, ${ALL_CLASSES})`, values: [idClass] };
}

const rulesOf = (owner: string): EntityRules => ({
  where: ofClass,
  async check(row, before, context) {
    return before ? [] : columnRefusals(owner, row, context);
  },
});

export const customFieldRules: RulesByResource = Object.fromEntries(
  OWNERS.map((owner) => [`${owner}/campo`, rulesOf(owner)]),
);

const SUMMARY: Text = {
  it: 'Colonne libere per un campo della classe',
  en: 'Columns free for a field of the class',
};

const freeColumnsCall = (owner: string, schemas: Schemas): Call => ({
  method: 'GET',
  path: `/${owner}/campo/tabella`,
  access: schemas.byResource.get(`${owner}/campo`)!.access.write,
  tag: schemas.byResource.get(`${owner}/campo`)!.name,
  summary: SUMMARY,
  query: { idClasse: { type: 'integer', description: 'The class; -1 for all of them' } },
  reply: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        campo_tabella: { type: 'string' },
        codice: { type: 'string' },
        descrizione: { type: 'string' },
      },
    },
  },
  example: {
    data: [{ campo_tabella: 'campo_str1', codice: 'campo_str1', descrizione: 'Testo 1 (campo_str1)' }],
  },
  async handle({ database, query, language }) {
    const given = query.idClasse || String(ALL_CLASSES);
    if (!ID.test(given)) throw malformed('bad-filter', { name: 'idClasse' });
    const taken = await takenColumns(database, owner, Number(given));
    const free = columnsOf(owner).filter((column) => !taken.has(column));
    return {
      data: free.map((column) => ({
        campo_tabella: column,
        codice: column,
        descrizione: `${columnTitle(column, language)} (${column})`,
      })),
    };
  },
});

export const customFieldCalls = (schemas: Schemas): Call[] =>
  OWNERS.map((owner) => freeColumnsCall(owner, schemas));
