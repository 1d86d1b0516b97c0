/** The users who can be assigned to an intervention or notified: those who may see its asset, with a suggestion. */
import type { Family } from '../../../../schemas/access.ts';
import type { Language, Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { answerOf, type Override, override } from '../../../capabilities/overrides.ts';
import type { ListCondition } from '../../../capabilities/rules.ts';
import { scopeConditions } from '../../../database/list-query.ts';
import { inLanguage, MarkedValues, Values } from '../../../database/sql.ts';
import { type Call, type Context, callAt, type Reply, rowsIn } from '../../../http/call.ts';
import { listOf } from '../../../http/reply-schemas.ts';
import { idParameter, idsParameter, type Query } from '../../../requests/list-parameters.ts';
import { sees } from '../reach/sight.ts';

/** Returns SQL whether the user t is of the family. */
const isOf = (family: Family): string => `exists (
  select 1 from ruolo r join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
  where r.id = t.id_utente_ruolo and f.codice = '${family}')`;
const [SEES_ALL, TECHNICIAN] = [isOf('SUADMIN'), isOf('RIFTEC')];

interface Target {
  asset?: number;
  organisation?: number;
  department?: number;
  /** The ids of interventions: the users must see the assets of all of them. */
  works: number[];
}

const targetOf = (query: Query): Target => ({
  asset: idParameter(query, 'idOggetto'),
  organisation: idParameter(query, 'idOrganizzazione'),
  department: idParameter(query, 'idReparto'),
  works: idsParameter(query, 'idOdl'),
});

/** Returns the condition for the asset, as a, within the user's own scope too. */
function assetCondition(
  schemas: Schemas,
  asset: number,
  user: Context['user'],
  values: Pick<Values, 'add'>,
): string {
  // Placeholders must be added in the order of the text.
  const isAsset = `a.id = ${values.add(asset)}`;
  const reach = scopeConditions(schemas.byResource.entity('oggetto'), user?.scopes, values, 'a');
  return [isAsset, ...reach].join(' and ');
}

/**
 * Returns the conditions for users, as t, who may see what the request names; none if the request names nothing.
 */
function visibilityConditions(
  schemas: Schemas,
  target: Target,
  user: Context['user'],
  values: Pick<Values, 'add'>,
): string[] {
  const { asset, organisation, department, works } = target;
  const conditions: string[] = [];
  if (works.length > 0) {
    const maySee = sees('t.id', 'a.id_organizzazione', 'a.id_reparto');
    const idList = works.map((id) => values.add(id)).join(', ');
    conditions.push(`(${SEES_ALL} or not exists (select 1 from odl o join oggetto a on a.id = o.id_oggetto
      where o.id in (${idList}) and not coalesce(${maySee}, false)))`);
  }
  if (asset !== undefined) {
    const assetMatches = assetCondition(schemas, asset, user, values);
    const maySee = sees('t.id', 'a.id_organizzazione', 'a.id_reparto');
    conditions.push(`exists (select 1 from oggetto a where ${assetMatches} and (${SEES_ALL} or ${maySee}))`);
  }
  if (organisation !== undefined || department !== undefined) {
    const place = `(select ${values.add(organisation ?? 1)}::int as o, ${values.add(department ?? 1)}::int as d)`;
    conditions.push(`exists (select 1 from ${place} p where ${SEES_ALL} or ${sees('t.id', 'p.o', 'p.d')})`);
  }
  return conditions;
}

const columnsIn = (
  language: Language,
) => `t.id, t.nome, t.cognome, t.nome || ' ' || t.cognome as descrizione, t.colore, t.attivo,
  (select ${inLanguage('r', 'nome', language)} from ruolo r where r.id = t.id_utente_ruolo) as ruolo`;

type Column = 'id_tecnico' | 'id_usr_notifica';

/** Returns the user named most recently on the asset, or on one of the organisation and department. */
async function lastChosen(column: Column, target: Target, context: Context): Promise<number | undefined> {
  const { asset, organisation, department } = target;
  const { database } = context;
  if (asset === undefined && (organisation === undefined || department === undefined)) return undefined;
  const values = new Values();
  const where =
    asset === undefined
      ? `o.id_oggetto in (select a.id from oggetto a where a.canc = 0 and a.id_organizzazione = ${values.add(organisation)}
          and a.id_reparto = ${values.add(department)})`
      : `o.id_oggetto = ${values.add(asset)}`;
  const { rows } = await database.query<{ id: number }>(
    `select o.${column} as id from odl o where ${where} and o.${column} is not null
     order by coalesce(o.data_fine, o.data_ordine, o.data_ins) desc, o.id desc limit 1`,
    values.list,
  );
  return rows[0]?.id;
}

async function technicians(schemas: Schemas, context: Context): Promise<Reply> {
  const { database, query, user } = context;
  const [target, values] = [targetOf(query), new Values()];
  const current = idParameter(query, 'idTecnico');
  const active = current === undefined ? 't.attivo = 1' : `(t.attivo = 1 or t.id = ${values.add(current)})`;
  const all = [TECHNICIAN, active, ...visibilityConditions(schemas, target, user, values)].join(' and ');
  const [{ rows }, last] = await Promise.all([
    database.query<Row>(
      `select ${columnsIn(context.language)} from utente t where ${all} order by t.cognome collate "und-x-icu", t.nome, t.id`,
      values.list,
    ),
    lastChosen('id_tecnico', target, context),
  ]);
  return { data: { utenti: rows, utenteConsigliato: rows.find(({ id }) => id === last) ?? null } };
}

/** Filters the list of users by those who may see an asset, or an organisation and department. */
export function peopleFilters(schemas: Schemas, query: Query, { user }: Context): ListCondition | undefined {
  const values = new MarkedValues();
  const conditions = visibilityConditions(schemas, targetOf(query), user, values);
  return conditions.length === 0
    ? undefined
    : { sql: ['t.sys = 0', ...conditions].join(' and '), values: values.list };
}

const TARGET_PARAMETERS = {
  idOggetto: {
    type: 'integer',
    description: 'The id of an asset: only users who see it, with the user named on it last',
  },
  idOrganizzazione: { type: 'integer', description: 'The id of an organisation: only users who see it' },
  idReparto: { type: 'integer', description: 'The id of a department: only users who see it' },
  idOdl: {
    type: 'string',
    description: 'Ids of interventions, separated by commas: only users who see all of their assets',
  },
};

const PERSON = {
  id: 3,
  nome: 'Luca',
  cognome: 'Ferri',
  descrizione: 'Luca Ferri',
  ruolo: 'Tecnico',
  attivo: 1,
};

export const peopleOverrides: Override[] = [
  override('utente', 'list', (list) => ({
    query: { ...list.query, ...TARGET_PARAMETERS },
    async handle(context) {
      const reply = await answerOf(list, context);
      const target = targetOf(context.query);
      if (
        target.works.length > 0 ||
        Object.values(target).every((id) => id === undefined || Array.isArray(id))
      )
        return reply;
      const last = await lastChosen('id_usr_notifica', target, context);
      const rows = rowsIn(reply);
      return { ...reply, beside: { utenteConsigliato: rows.find(({ id }) => id === last) ?? null } };
    },
  })),
];

export const peopleCalls = (schemas: Schemas): Call[] => [
  {
    ...callAt('GET', '/odl/tecnico', 'session', 'intervention'),
    summary: {
      it: 'Tecnici, e quello consigliato per un oggetto',
      en: 'Technicians, and the recommended one for an asset',
    },
    query: {
      ...TARGET_PARAMETERS,
      idTecnico: {
        type: 'integer',
        description: 'The id of the current technician, who is included even if inactive',
      },
    },
    reply: {
      type: 'object',
      properties: { utenti: listOf({ type: 'object' }), utenteConsigliato: {} },
    },
    example: { data: { utenti: [PERSON], utenteConsigliato: PERSON } },
    handle: (context) => technicians(schemas, context),
  },
];
