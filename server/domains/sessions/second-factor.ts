/** The rows of a user's second factor: prepared, confirmed, checked, removed. */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Queryable } from '../../database/engine.ts';
import type { Call } from '../../http/call.ts';
import { Problem, refused, refusedAt } from '../../http/problem.ts';
import type { Tokens } from '../../http/tokens.ts';
import type { PersonRow } from './people.ts';
import { recoveryCodesLeft, renewRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import { addressFor, newSecret, stepOf } from './totp.ts';

/** The number of wrong codes in a row before a wait, and the longest wait. */
const FREE_ATTEMPTS = 5;
const MAX_WAIT_MINUTES = 60;
const CONFIRM_WITHIN = '15 minutes';

const ADMINS = ['SUADMIN', 'SUPER'];
/** Returns whether the plant requires a second factor for this family. */
export const isRequired = (family: string, setting: SettingOf): boolean =>
  ADMINS.includes(family) && setting('SecondoFattoreAdmin') === '1';

interface FactorRow {
  segreto: string | null;
  attivato: string | null;
  in_prova: string | null;
  fresco: boolean;
  passo: number | string;
  errori: number;
  attesa: number;
}

const FACTOR = `
  select segreto, attivato, in_prova, coalesce(preparato > now() - interval '${CONFIRM_WITHIN}', false) as fresco, passo, errori,
    coalesce(ceil(extract(epoch from fermo_fino - now())), 0)::int as attesa
  from secondo_fattore where id_utente = $1`;

const factorOf = async (database: Queryable, id: number, lock = ''): Promise<FactorRow | undefined> =>
  (await database.query<FactorRow>(`${FACTOR}${lock}`, [id])).rows[0];

export const hasSecondFactor = async (database: Queryable, id: number): Promise<boolean> =>
  Boolean((await factorOf(database, id))?.segreto);

export interface FactorState {
  attivo: 0 | 1;
  attivato: string | null;
  codici_rimasti: number;
}

export async function stateOf(database: Queryable, id: number): Promise<FactorState> {
  const factor = await factorOf(database, id);
  return {
    attivo: factor?.segreto ? 1 : 0,
    attivato: factor?.segreto ? factor.attivato : null,
    codici_rimasti: await recoveryCodesLeft(database, id),
  };
}

/** Returns the context for encrypting a secret, so that a row copied to another user cannot be decrypted. */
const ownerOf = (id: number): string => `secondo_fattore ${id}`;

export interface Prepared {
  segreto: string;
  indirizzo: string;
}

/** Describes the reply of a call that prepares a secret, with an example of its body. */
export const preparedReply = (body: object): Pick<Call, 'reply' | 'example'> => ({
  reply: { type: 'object', properties: { segreto: { type: 'string' }, indirizzo: { type: 'string' } } },
  example: {
    body,
    data: {
      segreto: 'JBSWY3DPEHPK3PXP',
      indirizzo:
        'otpauth://totp/Officina%3Atecnico%40officina.example?secret=JBSWY3DPEHPK3PXP&issuer=Officina',
    } satisfies Prepared,
  },
});

/** Prepares a new secret. The current one stays until the new one is confirmed. */
export async function prepareFactor(
  tokens: Tokens,
  database: Queryable,
  person: Pick<PersonRow, 'id' | 'mail'>,
): Promise<Prepared> {
  const segreto = newSecret();
  await database.query(
    `insert into secondo_fattore (id_utente, in_prova, preparato) values ($1, $2, now())
     on conflict (id_utente) do update set in_prova = excluded.in_prova, preparato = excluded.preparato`,
    [person.id, await tokens.lock(segreto, ownerOf(person.id))],
  );
  return { segreto, indirizzo: addressFor(person.mail, segreto) };
}

/** Makes the prepared secret the current one. Returns new recovery codes. */
export async function confirmFactor(
  tokens: Tokens,
  transaction: Queryable,
  id: number,
  code: string,
): Promise<string[]> {
  const factor = await factorOf(transaction, id, ' for update');
  if (!factor?.in_prova || !factor.fresco) throw refused('second-factor-late');
  const secret = await tokens.unlock(factor.in_prova, ownerOf(id));
  const step = secret && stepOf(secret, withoutSpaces(code), Date.now(), 0);
  if (!step) throw refusedAt('codice', 'second-factor-untrue');
  await transaction.query(
    `update secondo_fattore set segreto = in_prova, attivato = now(), in_prova = null, preparato = null,
       passo = $2, errori = 0, fermo_fino = null
     where id_utente = $1`,
    [id, step],
  );
  return renewRecoveryCodes(transaction, id);
}

const withoutSpaces = (code: string): string => code.replaceAll(/\s/g, '');

export type Proof = 'codice' | 'recupero';
type Outcome = Proof | 'wrong' | 'wrong-recovery' | { seconds: number };

const COUNT_FAILURE = `
  update secondo_fattore set errori = errori + 1, fermo_fino = case when errori + 1 >= ${FREE_ATTEMPTS}
    then now() + least(power(2, least(errori + 1 - ${FREE_ATTEMPTS}, 10)), ${MAX_WAIT_MINUTES}) * interval '1 minute' end
  where id_utente = $1`;
const CLEAR_FAILURES =
  'update secondo_fattore set errori = 0, fermo_fino = null, passo = greatest(passo, $2) where id_utente = $1';

/**
 * Checks a code and marks it as used. A wrong code is counted, so the transaction must always commit.
 * `requireProven` throws after that.
 */
export async function tryCode(
  tokens: Tokens,
  transaction: Queryable,
  id: number,
  code: string,
): Promise<Outcome> {
  const factor = await factorOf(transaction, id, ' for update');
  if (!factor?.segreto) return 'wrong';
  if (factor.attesa > 0) return { seconds: factor.attesa };
  const secret = await tokens.unlock(factor.segreto, ownerOf(id));
  const step = secret && stepOf(secret, withoutSpaces(code), Date.now(), Number(factor.passo));
  const proof = step ? 'codice' : (await spendRecoveryCode(transaction, id, code)) ? 'recupero' : undefined;
  if (!proof) await transaction.query(COUNT_FAILURE, [id]);
  else await transaction.query(CLEAR_FAILURES, [id, step || 0]);
  return proof ?? (/[a-z]/i.test(code) ? 'wrong-recovery' : 'wrong');
}

export function requireProven(outcome: Outcome): Proof {
  if (outcome === 'wrong') throw refusedAt('codice', 'second-factor-wrong');
  if (outcome === 'wrong-recovery') throw refusedAt('codice', 'recovery-code-wrong');
  if (typeof outcome === 'string') return outcome;
  throw new Problem(429, 'too-many-attempts', {
    params: { seconds: outcome.seconds },
    headers: { 'retry-after': String(outcome.seconds) },
  });
}

export async function removeFactor(transaction: Queryable, id: number): Promise<void> {
  await transaction.query('delete from secondo_fattore where id_utente = $1', [id]);
  await transaction.query('delete from codice_recupero where id_utente = $1', [id]);
}
