/** The classes allowed below a parent, and the parents allowed for a class, by the class structure. */

import type { Entity, Row } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { numberOf } from '../../../schemas/values.ts';
import { listReply, listRequest } from '../../capabilities/crud.ts';
import { pagedReply } from '../../capabilities/paged-reply.ts';
import { readableEntity } from '../../capabilities/readable-entity.ts';
import type { ListCondition, RulesByResource } from '../../capabilities/rules.ts';
import { readPage } from '../../database/list-page.ts';
import { cutOf, filtered, scopeConditions } from '../../database/list-query.ts';
import { inLanguage, Values } from '../../database/sql.ts';
import type { Call, Context, Reply } from '../../http/call.ts';
import { malformed, notFound } from '../../http/problem.ts';
import { listOf } from '../../http/reply-schemas.ts';
import { ID_MAX, readId } from '../../requests/ids.ts';
import { misfitsBelow } from './placement.ts';

const ANYWHERE = 'not exists (select 1 from classe_struttura s where s.id_classe = t.id)';

/** The classes, as t, allowed below an asset. */
const BELOW = `(${ANYWHERE} or exists (
  select 1 from classe_struttura s join oggetto p on p.id_classe = s.id_classe_padre
  where s.id_classe = t.id and p.id = ?))`;

/** The classes, as t, that allow all children of an asset. */
const ABOVE = `not exists (${misfitsBelow('?', 't.id')})`;

/** Reads an id; 0, -1 and empty mean no parent. */
function parentOf(query: Record<string, string>, name: string): number | undefined {
  const text = query[name] ?? '';
  if (['', '0', '-1'].includes(text)) return undefined;
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (id < 1 || id > ID_MAX) throw malformed('bad-filter', { name });
  return id;
}

const belowParent = (parent: number | undefined): ListCondition =>
  parent === undefined ? { sql: 'true', values: [] } : { sql: BELOW, values: [parent] };

/** Reads an existing asset within the user's scope. */
async function readAsset(assets: Entity, id: number, { database, user }: Context): Promise<Row> {
  const values = new Values();
  const reach = ['t.canc = 0', ...scopeConditions(assets, user?.scopes, values)].join(' and ');
  const { rows } = await database.query<Row>(
    `select t.id_classe, t.id_obj_padre from oggetto t where t.id = ${values.add(id)} and ${reach}`,
    values.list,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Returns the classes for a new asset below another one, or at the top. */
async function classesBelow(assets: Entity, context: Context): Promise<ListCondition> {
  const parent = parentOf(context.query, 'idPadre');
  if (parent !== undefined) await readAsset(assets, parent, context);
  return belowParent(parent);
}

/** Returns the classes for an existing asset: they fit its current or future parent, and its children. */
async function classesOf(assets: Entity, context: Context): Promise<ListCondition> {
  const { params, query } = context;
  const id = readId(params.id);
  const asset = await readAsset(assets, id, context);
  const currentParent = numberOf(asset.id_obj_padre);
  const parent =
    query.idObjParent === undefined ? (currentParent ?? undefined) : parentOf(query, 'idObjParent');
  const allowed = belowParent(parent);
  const hasOwnClass = parent === (currentParent ?? undefined) ? `t.id = ${Number(asset.id_classe)}` : 'false';
  return { sql: `(${hasOwnClass} or (${allowed.sql} and ${ABOVE}))`, values: [...allowed.values, id] };
}

const IT = 'Classi ammesse dalla struttura delle classi';
const EN = 'Classes that the class structure allows';

const PARENTS = `(not exists (select 1 from classe_struttura s where s.id_classe = ?)
  or t.id_classe in (select s.id_classe_padre from classe_struttura s where s.id_classe = ?))`;

/** Returns short rows of the assets allowed as parents for a class; -1 is any class. */
async function parentsReply(
  assets: Entity,
  schemas: Schemas,
  rules: RulesByResource,
  context: Context,
): Promise<Reply> {
  const { database, params, query } = context;
  if (!/^-1$|^\d{1,9}$/.test(params.classId ?? '')) throw malformed('bad-filter', { name: 'classId' });
  const [classId, page, values] = [Number(params.classId), readPage(query), new Values()];
  const { from, where } = filtered(
    readableEntity(context, assets),
    schemas,
    listRequest(assets, rules, context),
    values,
  );
  const fits = classId === -1 ? 'true' : values.fill(PARENTS, [classId, classId]);
  const rows = `from ${from}${where} and ${fits}`;
  const count = { text: `select count(*)::int as tot ${rows}`, values: [...values.list] };
  const cut = cutOf(page, values);
  const text =
    `select r.*, ${inLanguage('c', 'descrizione', context.language)} as classe ` +
    'from (select t.id, t.id_classe, t.codice, t.descrizione ' +
    `${rows} order by t.codice collate "und-x-icu" nulls last, t.id${cut}) r ` +
    'join classe c on c.id = r.id_classe order by r.codice collate "und-x-icu" nulls last, r.id';
  return pagedReply(database, page, { list: { text, values: values.list }, count: () => count });
}

export function classChoiceCalls(schemas: Schemas, rules: RulesByResource): Call[] {
  const [assets, classes] = [schemas.byResource.entity('oggetto'), schemas.byResource.entity('classe')];
  const choices = (condition: ListCondition, context: Context): Promise<Reply> =>
    listReply(classes, schemas, { ...rules, classe: { ...rules.classe, where: () => condition } }, context);
  const shared = { method: 'GET' as const, access: assets.access.list, tag: assets.name };
  const reply = listOf({ type: 'object' });
  const example = {
    data: [{ id: 2, codice: 'MOTORE', descrizione: 'Motore elettrico', icona: 'fas fa-bolt' }],
  };
  return [
    {
      ...shared,
      path: '/classe/oggetto',
      summary: { it: `${IT} sotto un oggetto`, en: `${EN} below an asset` },
      query: {
        idPadre: { type: 'integer', description: 'The id of the parent asset; without it, all classes' },
      },
      reply,
      example,
      handle: async (context) => choices(await classesBelow(assets, context), context),
    },
    {
      ...shared,
      path: '/classe/oggetto/:id',
      summary: { it: `${IT} a un oggetto che c'è già`, en: `${EN} for an existing asset` },
      query: {
        idObjParent: { type: 'integer', description: 'The id of a new parent; by default the current one' },
      },
      reply,
      example,
      handle: async (context) => choices(await classesOf(assets, context), context),
    },
    {
      ...shared,
      path: '/oggetto/padre/:classId',
      summary: {
        it: 'Oggetti sotto cui può stare una classe',
        en: 'Assets below which a class can be placed',
      },
      query: {
        filtro: { type: 'string', description: 'Search in code and description' },
        pag: { type: 'integer', description: 'Page, from 1; without it, all rows' },
      },
      reply,
      example: { data: [{ id: 1, id_classe: 1, classe: 'Linea', codice: 'L1', descrizione: 'Linea 1' }] },
      handle: (context) => parentsReply(assets, schemas, rules, context),
    },
  ];
}
