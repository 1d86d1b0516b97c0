/** Data of a year in addition to the work: sign-ins, a replaced phone, and events sent to other systems. */

import { DAY_MS, HOUR_MS } from '../../../schemas/durations.ts';
import type { Transaction } from '../../database/engine.ts';
import { onlyRow } from '../../database/rows.ts';
import { Chance } from './chance.ts';
import { mailOf } from './work.ts';
import type { People, Written } from './write-work.ts';

const DAYS = 20;
const USERS = [
  'superadmin',
  'admin',
  'tecnico',
  'segnalatore',
  'elena.tosi',
  'paolo.galli',
  'davide.moretti',
];
const DEVICES: Record<string, string> = {
  tecnico: 'Chrome, Android',
  'davide.moretti': 'Chrome, Android',
  segnalatore: 'Safari, iPhone',
};

const VISITS = `
  insert into sessione (id_utente, numero, modo, inizio, vista, scade, fine, motivo, indirizzo, dispositivo)
  select v.person, 0, 'password', v.from, v.to, v.to + interval '7 days', v.to, 'uscita', v.address, v.device
  from jsonb_to_recordset($1::jsonb) as v(person int, "from" timestamptz, "to" timestamptz, address text, device text)
  order by v.from`;

/** Writes the sign-ins. Each user signs in and out once on a working day. */
export async function writeVisits(transaction: Transaction, people: People, now: Date): Promise<void> {
  const chance = new Chance(365);
  const visits = USERS.flatMap((name, place) =>
    Array.from({ length: DAYS }, (_, index) => {
      const morning = now.getTime() - (index + 1) * DAY_MS + chance.between(-2, 2) * HOUR_MS;
      return {
        person: people.of(mailOf(name)).id,
        from: new Date(morning),
        to: new Date(morning + chance.between(0.3, 7) * HOUR_MS),
        address: `10.20.4.${31 + place}`,
        device: DEVICES[name] ?? 'Firefox, Windows',
      };
    }).filter(({ from }) => from.getUTCDay() % 6 !== 0),
  );
  await transaction.query(VISITS, [JSON.stringify(visits)]);
}

const REPLACED = `
  with device as (
    insert into dispositivo (id_utente, nome, creato, visto, da_inviare, finito, svuotato)
    values ($1, $2, $3::timestamptz - interval '200 days', $3::timestamptz - interval '12 days', 0,
      $3::timestamptz - interval '13 days', $3::timestamptz - interval '12 days')
    returning id, visto)
  insert into dispositivo_atti (id_dispositivo, id_utente, consegnato, atti, dal, al, stato, chiuso, dimensione)
  select id, $1, visto, 3, visto - interval '30 hours', visto - interval '29 hours', 'riprese',
    visto + interval '2 hours', 48213
  from device`;

/** Writes a phone that was replaced before it had sent its last acts; its user has taken them back since. */
export async function writeReplacedPhone(transaction: Transaction, people: People, now: Date): Promise<void> {
  const name = 'davide.moretti';
  await transaction.query(REPLACED, [people.of(mailOf(name)).id, DEVICES[name], now]);
}

const WEBHOOK = `
  insert into webhook (descrizione, url, attivo, su_creazione, su_stato, su_giacenza, su_generazione)
  values ('Gestionale acquisti', 'https://gestionale.officina.example/webhook', 0, 1, 1, 1, 0) returning id`;

const DELIVERIES = `
  insert into webhook_consegna (id_webhook, evento, uid, creata, dati, stato, tentativi, stato_risposta, consegnata)
  select $1, d.event, gen_random_uuid()::text, d.at, d.data, 'consegnata', 1, 200, d.at + interval '1 second'
  from jsonb_to_recordset($2::jsonb) as d(event text, at timestamptz, data text) order by d.at`;

/** The number of events delivered in a short test of two systems. */
const DELIVERED = 8;

/** Writes the deliveries. The webhook is inactive, because a demo plant calls no other system. */
export async function writeDeliveries(transaction: Transaction, works: Written[], now: Date): Promise<void> {
  const { rows } = await transaction.query<{ id: number }>(WEBHOOK);
  const deliveries = works
    .filter(({ reported }) => now.getTime() - reported.getTime() < 20 * DAY_MS && reported < now)
    .slice(0, DELIVERED)
    .map(({ id, code, text, reported }) => ({
      event: 'intervention.created',
      at: reported,
      data: JSON.stringify({ id, codice: code, descrizione: text }),
    }));
  await transaction.query(DELIVERIES, [onlyRow(rows).id, JSON.stringify(deliveries)]);
}

const KEY = `
  insert into chiave_api (nome, id_utente, scadenza, prefisso, hash, creata, ultimo_uso, revocata)
  select 'Gestionale acquisti', id, ($1::timestamptz + interval '90 days')::date, 'ofk_demo', '-',
    $1::timestamptz - interval '270 days', $1::timestamptz - interval '16 days', $1::timestamptz - interval '15 days'
  from utente where mail = '-'`;

/** Writes a revoked key without a secret. */
export async function writeKey(transaction: Transaction, now: Date): Promise<void> {
  await transaction.query(KEY, [now]);
}
