/** The mails of the last weeks in the outbox: sent, except one that was refused. */
import { DAY_MS } from '../../../schemas/durations.ts';
import type { Row } from '../../../schemas/entity.ts';
import { ASSIGNED_CODE, CLOSED_CODE } from '../../../schemas/interventions.ts';
import type { Transaction } from '../../database/engine.ts';
import interventions from '../data/demo-interventions.json' with { type: 'json' };
import { dayOf } from '../demo-day.ts';
import { mailOf, type Step, stepsOf } from './work.ts';
import type { People, Written } from './write-work.ts';

/** The number of days with sent mails. Older ones would have been deleted. */
const DAYS = 27;
const MAX_MAILS = 90;

interface Template {
  subject: string;
  body: string;
  recipients: string | null;
}

const templateOf = ({ subject, body, recipients }: Row): Template => ({
  subject: String(subject),
  body: String(body),
  recipients: typeof recipients === 'string' ? recipients : null,
});

const TEMPLATES = new Map(
  interventions
    .flatMap(({ resource, rows }) => (resource === 'mail-templates' ? rows : []))
    .filter(({ active }) => active !== 0)
    .map((row) => [String(row.id_stato), templateOf(row)]),
);

const PRIORITIES = ['', 'Bassa', 'Media', 'Alta'];

function valuesOf({ id, code, text, asset, priority, planned, fields }: Written): Row {
  return {
    codiceOdl: code,
    idOdl: id,
    odl: text,
    oggetto: asset.codice,
    reparto: asset.id_reparto,
    prioritaOdl: PRIORITIES[priority],
    dataPrevistaOdl: dayOf(planned).split('-').toReversed().join('/'),
    urlPiattaforma: '',
    ...fields,
  };
}

const filled = (text: string, values: Row): string =>
  text.replaceAll(/\$#\$(\w+)\$#\$/g, (_, name: string) => String(values[name] ?? ''));

function recipientsOf({ recipients }: Template, { by, technician }: Written, { state }: Step): string[] {
  const fixed = recipients?.split(';').map((one) => one.trim()) ?? [];
  const person = state === ASSIGNED_CODE ? technician : state === CLOSED_CODE ? by : undefined;
  const all = person ? [...fixed, person] : fixed;
  return all.length > 0 ? all : [mailOf('elena.tosi')];
}

const INSERT = `
  insert into posta (creata, destinatario, nome_destinatario, oggetto, corpo, formato, genere, stato, tentativi, inviata,
    errore, traduzioni, id_odl, message_id)
  select m.at, m.address, m.name, m.subject, m.body, 'html', 'intervento', m.state, 1, m.sent, m.error->>'it', m.error,
    m.work, m.work || '.' || m.n || '@officina.example'
  from jsonb_to_recordset($1::jsonb) as m(n int, at timestamptz, address text, name text, subject text, body text,
    state text, sent timestamptz, error jsonb, work int)
  order by m.at`;

const REFUSED = {
  it: 'Il server di posta ha rifiutato il destinatario: casella piena.',
  en: 'The mail server refused the recipient: mailbox full.',
};
const REFUSED_PLACE = 12;

export async function writeMails(
  transaction: Transaction,
  works: Written[],
  people: People,
  now: Date,
): Promise<void> {
  const since = now.getTime() - DAYS * DAY_MS;
  const notifications = works
    .flatMap((work) => stepsOf(work).map((step) => ({ work, step, template: TEMPLATES.get(step.state) })))
    .filter(({ step: { at } }) => at.getTime() > since && at < now)
    .flatMap(({ work, step, template }) =>
      template
        ? recipientsOf(template, work, step).map((address) => ({ work, at: step.at, template, address }))
        : [],
    )
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MAX_MAILS);
  const mails = notifications.map(({ work, at, template, address }, n) => {
    const values = valuesOf(work);
    const isRefused = n === REFUSED_PLACE;
    return {
      ...{ n, at, address, name: people.get(address)?.name ?? null, work: work.id },
      subject: filled(template.subject, values),
      body: filled(template.body, values),
      state: isRefused ? 'errore' : 'inviata',
      sent: isRefused ? null : new Date(at.getTime() + 4000),
      error: isRefused ? REFUSED : null,
    };
  });
  await transaction.query(INSERT, [JSON.stringify(mails)]);
}
