/** When and how users signed in, and how each session ended, so that users can recognise foreign sessions. */

import type { VisitFacts } from '../../../schemas/visit.ts';
import type { Queryable } from '../../database/engine.ts';
import { type ApiSchema, type Call, type Context, callAt } from '../../http/call.ts';
import { networkOf } from '../../http/rate-limit.ts';
import { listOf } from '../../http/reply-schemas.ts';
import { personOf } from '../../requests/signed-in-user.ts';
import { deviceOf } from './device.ts';
import type { Proof } from './second-factor.ts';

export type Manner = 'password' | Proof | 'esterno';
export type Ending = 'uscita' | 'password' | 'azzerata' | 'riuso' | 'dispositivo';

/** How and from where a user signs in. */
export interface Visit {
  manner: Manner;
  from?: Pick<Context, 'address' | 'headers'>;
}

export const visitValues = ({ manner, from }: Visit): (string | null)[] => [
  manner,
  from?.address ?? null,
  deviceOf(from?.headers['user-agent']) ?? null,
];

/** How long ended sessions are listed. */
export const LISTED_FOR = '90 days';

/** Returns SQL of the end of a session. An expired session ended when it expired, not at a later event. */
export const ended = (ending: string): string =>
  `fine = least(now(), scade), motivo = case when scade < now() then 'scaduta' else ${ending} end`;

export async function endVisits(database: Queryable, id: number, ending: Ending): Promise<void> {
  await database.query(`update sessione set ${ended('$2::text')} where id_utente = $1 and fine is null`, [
    id,
    ending,
  ]);
}

/** Returns whether the user has signed in before from the caller's network. */
export async function hasVisited({ database, address }: Context, id: number | undefined): Promise<boolean> {
  const { rows } = await database.query<{ indirizzo: string }>(
    'select distinct indirizzo from sessione where id_utente = $1 and indirizzo is not null',
    [id ?? 0],
  );
  const network = networkOf(address);
  return rows.some(({ indirizzo }) => networkOf(indirizzo) === network);
}

interface VisitRow extends VisitFacts {
  modo: Manner;
}

const LISTED = 20;
const EXAMPLE: VisitRow = {
  id: 1,
  modo: 'password',
  inizio: '2026-11-21T09:30:00.000Z',
  vista: '2026-11-21T10:15:00.000Z',
  fine: null,
  motivo: null,
  dispositivo: 'Chrome · Windows',
  indirizzo: '192.0.2.10',
};
const TIMESTAMP = { type: ['string', 'null'], format: 'date-time' };
const ROW: ApiSchema = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    modo: { enum: ['password', 'codice', 'recupero', 'esterno'] },
    inizio: TIMESTAMP,
    vista: TIMESTAMP,
    fine: TIMESTAMP,
    motivo: {
      enum: ['sostituita', 'scaduta', 'uscita', 'password', 'azzerata', 'riuso', 'dispositivo', null],
    },
    dispositivo: { type: ['string', 'null'] },
    indirizzo: { type: ['string', 'null'] },
  },
};

export const visitCalls: Call[] = [
  {
    ...callAt('GET', '/utente/sessione', 'session', 'session'),
    summary: {
      it: 'Le proprie sessioni: quella aperta, e le ultime finite',
      en: "One's own sessions: the open one, and the last that ended",
    },
    reply: listOf(ROW),
    example: { data: [EXAMPLE] },
    async handle(context) {
      const { rows } = await context.database.query<VisitRow>(
        `select id, modo, inizio, vista, fine, motivo, dispositivo, indirizzo from sessione
         where id_utente = $1 order by id desc limit ${LISTED}`,
        [personOf(context).id],
      );
      return { data: rows };
    },
  },
];
