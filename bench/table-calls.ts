/** The calls of `table.ts`, each with the statements that a developer would write for it. */
import { openDatabase, type Queryable } from '../server/database/engine.ts';
import { onlyRow } from '../server/database/rows.ts';
import { TECHNICIAN } from './listed-calls.ts';
import { SUPER_ADMIN } from './signed-in.ts';
import * as sql from './table-statements.ts';

export interface Statement {
  text: string;
  values?: unknown[];
}

export interface TableCall {
  name: string;
  user: string;
  method?: 'GET' | 'POST' | 'PUT';
  /** Whether the client accepts a compressed reply, like a browser. */
  compressed?: boolean;
  /** The request with this number. */
  request(index: number): { path: string; body?: object };
  byHand(index: number): Statement[];
}

/** An intervention in progress, and what else the calls need. */
const SAMPLE = `
  select o.id, o.id_oggetto as asset, o.id_tipo_guasto as type,
    (select id from stato where id_tipo_stato_odl = 1 order by id limit 1) as opening,
    (select json_agg(id) from (select w.id from odl w where w.id_stato = o.id_stato and w.id_tecnico is not null order by w.id desc limit 50) w) as changed,
    (select antenato from oggetto_discendenza b where antenato in (select antenato from oggetto_discendenza where discendente = o.id_oggetto)
     group by 1 having count(*) <= 1000 order by count(*) desc limit 1) as root,
    (select id_ricambio from giacenza group by 1 order by count(*) desc, 1 limit 1) as part,
    (select jsonb_build_array(1) || jsonb_agg(l.id_organizzazione) from utente_organizzazione l join utente u on u.id = l.id_utente where u.mail = $1) as seen,
    to_char(now() - interval '30 days', 'YYYY-MM-DD') as since, to_char(now(), 'YYYY-MM-DD') as until,
    (select count(*)::int from odl) as interventions, (select count(*)::int from oggetto) as assets,
    (select count(*)::int from ricambio) as parts
  from odl o join stato s on s.id = o.id_stato
  where s.codice = 'IC' and o.id_tecnico is not null order by o.id desc limit 1`;

export interface Sample {
  id: number;
  asset: number;
  type: number;
  opening: number;
  changed: number[];
  root: number;
  part: number;
  seen: number[];
  since: string;
  until: string;
  interventions: number;
  assets: number;
  parts: number;
  /** Interventions in the window of the calendar, at most 2001. */
  planned: number;
}

async function sampleOf(database: Queryable): Promise<Sample> {
  const sample = onlyRow((await database.query<Sample>(SAMPLE, [TECHNICIAN])).rows);
  const { rows } = await database.query<{ tot: number }>(sql.CALENDAR_COUNT, [sample.since, sample.until]);
  return { ...sample, planned: onlyRow(rows).tot };
}

/** Returns the sample of a plant whose server does not run, or is another program than its engine. */
export async function sampleAt(place: { folder?: string; url?: string }): Promise<Sample> {
  const database = await openDatabase({ ...place, log: { info: () => undefined, warn: console.error } });
  try {
    return await sampleOf(database);
  } finally {
    await database.close();
  }
}

type Values = unknown[];

function read(
  name: string,
  path: string,
  texts: string[],
  values: Values = [],
  user = SUPER_ADMIN,
): TableCall {
  const statements = texts.map((text) => ({ text, values }));
  return { name, user, request: () => ({ path }), byHand: () => statements };
}

const SEEN = 'o.id_organizzazione = any($1)';

function work({ root, seen }: Sample): TableCall[] {
  const list = (name: string, query: string, where: string, values: Values = [], user = SUPER_ADMIN) =>
    read(name, `/odl/?pag=1&tot=10001${query}`, sql.workList(where), values, user);
  const search = (name: string, text: string): TableCall =>
    list(name, `&mostraChiusi=1&filtro=${text}`, sql.FOUND, [`%${text}%`]);
  const open = list('open list', '', sql.OPEN);
  return [
    open,
    { ...open, name: 'open list, compressed', compressed: true },
    list('open list, technician', '', `${sql.OPEN} and ${SEEN}`, [seen], TECHNICIAN),
    search('search, rare', 'V0004711'),
    search('search, common word', 'cuscinetto'),
    list('open work of a subtree', `&idOggetto=${root}&aggiungiFigli=1`, `${sql.OPEN} and ${sql.BELOW}`, [
      root,
    ]),
  ];
}

function home({ seen }: Sample): TableCall[] {
  const of = (user: string, what: string, condition: string, values: Values): TableCall[] =>
    sql
      .homeFigures(condition)
      .map((text, index) =>
        read(
          `home, ${['by state', 'late', 'by month'][index]}${what}`,
          `/odl/statistica/?tipo=${index + 1}`,
          [text],
          values,
          user,
        ),
      );
  return [...of(SUPER_ADMIN, '', 'true', []), ...of(TECHNICIAN, ', technician', SEEN, [seen])];
}

function writes({ asset, type, opening, changed }: Sample): TableCall[] {
  const [begin, commit] = [{ text: 'begin' }, { text: 'commit' }];
  const modified = (note: string): string => JSON.stringify([{ campo: 'note', da: null, a: note }]);
  return [
    {
      name: 'update',
      user: SUPER_ADMIN,
      method: 'PUT',
      request: (index) => ({
        path: `/odl/${changed[index % changed.length]}`,
        body: { note: `bench ${index}` },
      }),
      byHand(index) {
        const [id, note] = [changed[index % changed.length]!, `by hand ${index}`];
        return [
          begin,
          { text: sql.HELD, values: [id] },
          { text: sql.CHECKS, values: [id] },
          { text: sql.UPDATE, values: [modified(note), id, note] },
          commit,
          ...[sql.WORK, sql.WORK_COUNTS].map((text) => ({ text, values: [id] })),
        ];
      },
    },
    {
      name: 'create',
      user: SUPER_ADMIN,
      method: 'POST',
      request: () => ({
        path: '/odl/',
        body: { descrizione: 'bench', id_oggetto: asset, id_tipo_guasto: type, id_stato: opening },
      }),
      byHand: () => [
        begin,
        { text: 'select canc from oggetto where id = $1', values: [asset] },
        { text: sql.CREATE, values: [modified('bench'), asset, opening, type] },
        commit,
        { text: sql.LAST_CREATED },
      ],
    },
  ];
}

/** The calls in the order of the table; those that write come last, so that every read finds the same plant. */
export function tableCalls(sample: Sample): TableCall[] {
  const { id, root, part, since, until, planned } = sample;
  const calendar = [sql.CALENDAR_COUNT, planned > 2000 ? sql.CALENDAR_DAYS : sql.CALENDAR_ROWS];
  return [
    ...work(sample),
    read('read one', `/odl/${id}`, [sql.WORK, sql.WORK_COUNTS], [id]),
    read('history', `/odl/${id}/storico/`, ['select id from odl where id = $1', sql.HISTORY], [id]),
    read(
      'calendar',
      `/odl/?isCalendario=1&mostraChiusi=1&dataDa=${since}&dataA=${until}&giorniOltre=2000`,
      calendar,
      [since, until],
    ),
    read('assets page', '/oggetto/?pag=1&tot=10001', sql.assetList('true')),
    read('subtree', `/oggetto/?pag=1&tot=10001&idOggetto=${root}`, sql.assetList(sql.ASSETS_BELOW), [root]),
    read('stock of a part', `/ricambio/${part}/giacenza/`, [sql.STOCK], [part]),
    read('parts below minimum', '/ricambio/?pag=1&tot=10001&sottoScorta=1', sql.LOW_STOCK),
    ...home(sample),
    ...writes(sample),
  ];
}
