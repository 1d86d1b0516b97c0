/**
 * Sends each user a daily mail about late interventions, in states that have reminders. The key of the mail ensures
 * one mail per user with any number of servers.
 */
import type { SettingOf } from '../../../schemas/access.ts';
import type { Language } from '../../../schemas/entity.ts';
import { OVER_SQL } from '../../../schemas/interventions.ts';
import type { Database } from '../../database/engine.ts';
import { inBoth } from '../../jobs/in-both.ts';
import type { Routine } from '../../jobs/routine.ts';
import { todayIn } from '../../plant/plant-time.ts';
import { escapeHtml, mailLanguage, queueMail } from '../outbox/index.ts';
import type { MailDependencies } from './mail-dependencies.ts';
import { plannedText } from './placeholder-values.ts';
import { isAdministrator, PEOPLE, RECEIVES_MAIL } from './recipients.ts';
import words from './reminder.json' with { type: 'json' };

/** The maximum number of lines in a mail. The oldest interventions come first. */
const MAX_LINES = 200;

interface Late {
  id: number;
  codice: string;
  descrizione: string;
  oggetto: string;
  stato: string;
  tecnico: string | null;
  data_ordine: string;
}

interface Reminded {
  id: number;
  address: string;
  name: string;
  quante: number;
  interventi: Late[];
}

/** SQL of the late interventions. Closed or cancelled interventions are never late. */
const lateSql = (dependencies: MailDependencies): string => `
  with late as (
    select o.id, o.codice, o.descrizione, coalesce(a.codice || ' - ', '') || a.descrizione as oggetto,
      coalesce(nullif(s.traduzioni ->> $2, ''), s.descrizione) as stato, o.data_ordine, o.id_tecnico,
      t.nome || ' ' || t.cognome as tecnico, a.id_organizzazione, a.id_reparto
    from odl o join stato s on s.id = o.id_stato join oggetto a on a.id = o.id_oggetto
    left join utente t on t.id = o.id_tecnico
    where s.reminder = 1 and s.id_tipo_stato_odl not in ${OVER_SQL} and o.data_ordine < $1::timestamptz
      and o.data_ordine <> $3::timestamptz
  ), told as (
    select u.id as person, u.mail as address, u.nome || ' ' || u.cognome as name, l.*,
      row_number() over (partition by u.id order by l.data_ordine, l.id) as place,
      count(*) over (partition by u.id)::int as quante
    from ${PEOPLE} join late l on l.id_tecnico = u.id and ${dependencies.sees('u.id', 'l.id_organizzazione', 'l.id_reparto')}
      or ${isAdministrator(dependencies, 'l.id_organizzazione', 'l.id_reparto')}
    where ${RECEIVES_MAIL}
  )
  select person as id, address, name, quante, json_agg(json_build_object('id', told.id, 'codice', codice,
    'descrizione', descrizione, 'oggetto', oggetto, 'stato', stato, 'tecnico', tecnico, 'data_ordine', data_ordine)
    order by place) as interventi
  from told where place <= ${MAX_LINES} group by person, address, name, quante order by person`;

function bodyOf(
  { name, quante, interventi }: Reminded,
  address: string,
  language: Language,
  setting: SettingOf,
) {
  const texts = words[language];
  const line = (late: Late): string => {
    const code = escapeHtml(late.codice);
    const link = address ? `<a href="${escapeHtml(address)}/dettaglio-odl/${late.id}">${code}</a>` : code;
    const planned = plannedText(late.data_ordine, setting);
    const rest = [late.descrizione, late.oggetto, late.stato, planned, late.tecnico ?? texts.nobody];
    return `<li>${link} - ${rest.map(escapeHtml).join(' - ')}</li>`;
  };
  const more =
    quante > interventi.length
      ? `<p>${texts.more.replace('{count}', String(quante - interventi.length))}</p>`
      : '';
  return `<p>${texts.hello.replace('{name}', () => escapeHtml(name))}</p><p>${texts.body}</p><ul>${interventi.map(line).join('')}</ul>${more}`;
}

export async function remind(
  dependencies: MailDependencies,
  database: Database,
  setting: SettingOf,
  now = new Date(),
) {
  const language = mailLanguage(setting);
  const address = dependencies.address(setting).replace(/\/+$/, '');
  const day = todayIn(setting, now);
  return database.transaction(async (transaction) => {
    const { before, today } = dependencies.lateBounds(setting, now);
    const { rows } = await transaction.query<Reminded>(lateSql(dependencies), [before, language, today]);
    let queued = 0;
    for (const person of rows)
      queued += await queueMail(transaction, {
        to: [{ address: person.address, name: person.name }],
        subject: words[language].subject.replace('{count}', String(person.quante)),
        body: bodyOf(person, address, language, setting),
        html: true,
        about: 'promemoria',
        key: `promemoria ${day}`,
      });
    return queued;
  });
}

export const reminders = (dependencies: MailDependencies): Routine => ({
  name: 'promemoria',
  title: { it: 'Promemoria degli interventi in ritardo', en: 'Reminders of overdue interventions' },
  every: { dailyAt: '06:30' },
  run: async ({ context: { database, setting } }) =>
    inBoth('mail-reminded', { count: await remind(dependencies, database, setting) }),
});
