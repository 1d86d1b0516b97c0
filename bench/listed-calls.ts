/** The calls about interventions that `indexes.ts` sends: those that people wait for, and the two writes. */
import type { Row } from '../schemas/entity.ts';
import type { Queryable } from '../server/database/engine.ts';
import { onlyRow } from '../server/database/rows.ts';
import { SUPER_ADMIN } from './signed-in.ts';

export const TECHNICIAN = 'tecnico@officina.example';
export const REQUESTER = 'segnalatore@officina.example';

export interface ListedCall {
  name: string;
  user: string;
  method?: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: Row;
}

/** An intervention in progress, its asset, and the ids that filters need. */
const SOME = `
  select o.id, o.versione, o.id_oggetto as asset, o.id_tipo_guasto as type, o.id_tecnico as technician,
    o.id_stato as state, o.codice as code,
    (select id from stato where id_tipo_stato_odl = 1 order by id limit 1) as opening,
    (select id from manutenzione_schedulazione order by id limit 1) as schedule,
    (select antenato from oggetto_discendenza group by antenato having count(*) <= 1000
     order by count(*) desc, antenato limit 1) as root
  from odl o join stato s on s.id = o.id_stato
  where s.codice = 'IC' and o.id_tecnico is not null order by o.id desc limit 1`;

interface Some {
  id: number;
  versione: number;
  asset: number;
  type: number;
  technician: number;
  state: number;
  opening: number;
  code: string;
  schedule: number;
  root: number;
}

const listed = (name: string, query: string, user = SUPER_ADMIN): ListedCall => ({
  name,
  user,
  path: `/odl/?pag=1&${query}`,
});

const sortedBy = (column: string): ListedCall =>
  listed(`all by ${column}`, `mostraChiusi=1&orderByCol=${column}&orderByDir=ASC`);

export async function listedCalls(database: Queryable): Promise<ListedCall[]> {
  const some = onlyRow((await database.query<Some>(SOME)).rows);
  const { id, asset, type, technician, state, opening, code, schedule, root } = some;
  const one = (name: string, path: string, user = SUPER_ADMIN): ListedCall => ({ name, user, path });
  return [
    listed('open list', ''),
    listed('open list, technician', '', TECHNICIAN),
    listed('list of all', 'mostraChiusi=1'),
    listed('list of all, technician', 'mostraChiusi=1', TECHNICIAN),
    ...['codice', 'descrizione', 'oggetto', 'data_ordine', 'data_fine', 'id_stato', 'priorita'].map(sortedBy),
    listed('search, code', `mostraChiusi=1&filtro=${code}`),
    listed('search, word', 'mostraChiusi=1&filtro=pompa'),
    listed('search in asset text', 'mostraChiusi=1&filtroOggetto=pompa'),
    listed('of an asset', `mostraChiusi=1&idOggetto=${asset}`),
    listed('open work of a subtree', `idOggetto=${root}&aggiungiFigli=1`),
    listed('of a state', `idStato=${state}`),
    listed('of a type', `mostraChiusi=1&tipoGuasto=${type}`),
    listed('of a technician', `mostraChiusi=1&tecnico=${technician}`),
    ...Object.entries({ technician: TECHNICIAN, requester: REQUESTER }).flatMap(([role, user]) => [
      listed(`own work, ${role}`, 'assegnati=1', user),
      listed(`own work, closed too, ${role}`, 'assegnati=1&mostraChiusi=1', user),
    ]),
    listed('of a schedule', `mostraChiusi=1&idSchedulazione=${schedule}`),
    listed('follow-ups', `mostraChiusi=1&idInterventoOriginale=${id}`),
    listed('late', 'scaduti=1'),
    listed('calendar of a month', 'isCalendario=1&mostraChiusi=1&dataDa=2026-03-01&dataA=2026-03-31'),
    one('read one', `/odl/${id}`),
    one('history', `/odl/${id}/storico/`),
    ...[1, 2, 3].flatMap((figure) =>
      [SUPER_ADMIN, TECHNICIAN].map((user) =>
        one(
          `home ${figure}${user === TECHNICIAN ? ', technician' : ''}`,
          `/odl/statistica/?tipo=${figure}`,
          user,
        ),
      ),
    ),
    one('asset page', `/oggetto/${asset}`),
    one('find', `/cerca?q=${code}`),
    { name: 'update', user: SUPER_ADMIN, method: 'PUT', path: `/odl/${id}`, body: { note: 'bench' } },
    {
      name: 'create',
      user: SUPER_ADMIN,
      method: 'POST',
      path: '/odl/',
      body: { descrizione: 'bench', id_oggetto: asset, id_tipo_guasto: type, id_stato: opening },
    },
  ];
}
