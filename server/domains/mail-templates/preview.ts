/** Previews a template with a real intervention, before it is saved. */

import type { Row } from '../../../schemas/entity.ts';
import { recipientsIn } from '../../../schemas/mailboxes.ts';
import { type Call, type Context, callOn, type Reply } from '../../http/call.ts';
import { refusedField } from '../../http/problem.ts';
import { rowsOf } from '../../http/reply-schemas.ts';
import { ID_MAX } from '../../requests/ids.ts';
import { letterOf } from './letter.ts';
import type { MailDependencies } from './mail-dependencies.ts';
import { subjectOf, valuesOf } from './placeholder-values.ts';
import { recipientsOf } from './recipients.ts';

const FLAGS = ['send_usr_ins', 'send_tecnico', 'send_admin', 'send_usr_notifica'] as const;
const MAX_LENGTHS = { subject: 200, body: 20_000, recipients: 2000 };

function textIn(body: Row, name: keyof typeof MAX_LENGTHS): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string') throw refusedField({ field: name, rule: 'type-text' });
  const max = MAX_LENGTHS[name];
  if (value.length > max) throw refusedField({ field: name, rule: 'too-long', params: { max } });
  return value;
}

function idIn(body: Row, name: string): number | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || Math.abs(value) > ID_MAX)
    throw refusedField({ field: name, rule: 'type-integer' });
  return value;
}

/** Returns the requested intervention, or else the newest one in the state, or else the newest one. */
async function interventionFor({ database, body }: Context): Promise<number | undefined> {
  const [requested, state] = [idIn(body, 'id_odl'), idIn(body, 'id_stato')];
  const { rows } =
    requested === undefined
      ? await database.query<{ id: number }>(
          'select id from odl order by (id_stato = $1::int) desc nulls last, id desc limit 1',
          [state ?? null],
        )
      : await database.query<{ id: number }>('select id from odl where id = $1', [requested]);
  if (requested !== undefined && !rows[0]) throw refusedField({ field: 'id_odl', rule: 'not-found' });
  return rows[0]?.id;
}

async function preview(dependencies: MailDependencies, context: Context): Promise<Reply> {
  const { database, setting, body } = context;
  const flag = (name: (typeof FLAGS)[number]): number => Number(body[name] ?? 0);
  const template = {
    subject: textIn(body, 'subject'),
    body: textIn(body, 'body'),
    recipients: textIn(body, 'recipients'),
    send_usr_ins: flag('send_usr_ins'),
    send_tecnico: flag('send_tecnico'),
    send_admin: flag('send_admin'),
    send_usr_notifica: flag('send_usr_notifica'),
  };
  const id = await interventionFor(context);
  const subject = id === undefined ? undefined : await subjectOf(database, dependencies, id);
  return {
    data: {
      id_odl: id ?? null,
      codice: subject?.odl.codice ?? null,
      ...letterOf(template, valuesOf(dependencies, subject, setting)),
      recipients: recipientsOf(template, subject?.odl, subject?.people ?? [], setting),
      broken: recipientsIn(template.recipients).broken,
    },
  };
}

const EXAMPLE = {
  id_odl: 12,
  codice: '2026-000012',
  subject: 'Nuova segnalazione 2026-000012',
  html: '<p>Rumore anomalo</p>',
  text: 'Rumore anomalo',
  unknown: ['codice'],
  halves: 0,
  recipients: [{ address: 'manutenzione@officina.example', reason: 'recipients' }],
  broken: [],
};

const TEXT = { type: 'string' };
const FLAG = { type: 'integer', enum: [0, 1] };

export const previewCall = (dependencies: MailDependencies): Call => {
  const entity = dependencies.schemas.byResource.entity('mail-templates');
  return {
    ...callOn(entity, 'write', 'POST', '/mail-templates/anteprima'),
    summary: {
      it: 'Anteprima di un modello su un intervento',
      en: 'Preview of a template on an intervention',
    },
    body: {
      type: 'object',
      properties: {
        id_stato: { type: 'integer' },
        subject: TEXT,
        body: TEXT,
        recipients: TEXT,
        ...Object.fromEntries(FLAGS.map((flag) => [flag, FLAG])),
        id_odl: { type: 'integer', description: 'By default the newest intervention in the state' },
      },
    },
    reply: {
      type: 'object',
      properties: {
        id_odl: { type: ['integer', 'null'] },
        codice: { type: ['string', 'null'] },
        subject: TEXT,
        html: TEXT,
        text: TEXT,
        unknown: { type: 'array', items: TEXT, description: 'Unknown placeholders, which are left empty' },
        halves: {
          type: 'integer',
          description: 'The number of markers without a matching one, which stay as text',
        },
        recipients: rowsOf({ address: TEXT, name: TEXT, reason: TEXT }),
        broken: { type: 'array', items: TEXT, description: 'Fixed recipients that are not addresses' },
      },
    },
    example: { body: { id_stato: 1, subject: EXAMPLE.subject, body: EXAMPLE.html }, data: EXAMPLE },
    handle: (context) => preview(dependencies, context),
  };
};
