/**
 * Makes the mails of a state when an intervention was created in it or entered it. For a batch, each recipient gets one
 * mail per template, with a list.
 */

import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import { KnownMap } from '../../../schemas/known-map.ts';
import type { Queryable } from '../../database/engine.ts';
import { cut } from '../../http/cut-text.ts';
import {
  type Change,
  concerns,
  escapeHtml,
  type Listed,
  type ListFrame,
  mailLanguage,
  queueListed,
  queueMails,
  type Reporter,
} from '../outbox/index.ts';
import { type Letter, letterOf } from './letter.ts';
import words from './list.json' with { type: 'json' };
import type { MailDependencies } from './mail-dependencies.ts';
import { type PlaceholderValue, subjectsOf, valuesOf } from './placeholder-values.ts';
import { recipientsOf } from './recipients.ts';
import type { Template, Templates } from './templates.ts';

const STATE = 'id_stato';

function frameOf({ stato, traduzioni }: Template, setting: SettingOf): ListFrame {
  const language = mailLanguage(setting);
  const { subject, body, more } = words[language];
  const state = traduzioni?.[language] || stato;
  return {
    subject: subject.replace('{state}', () => state),
    body: body.replace('{state}', () => escapeHtml(state)),
    more,
  };
}

/** The maximum length of a subject in a list. */
const SUBJECT_LENGTH = 200;

/** Returns the line of a list: a link, the subject, and the facts of the intervention. */
function lineOf(placeholderValue: PlaceholderValue, { subject }: Letter): string {
  const [address, id] = [placeholderValue('urlPiattaforma'), placeholderValue('idOdl')];
  const code = escapeHtml(placeholderValue('codiceOdl') ?? '');
  const link = address ? `<a href="${escapeHtml(address)}/dettaglio-odl/${id}">${code}</a>` : code;
  const facts = ['odl', 'oggetto', 'dataPrevistaOdl'].flatMap((name) => placeholderValue(name) || []);
  return `${link} - ${escapeHtml(cut(subject, SUBJECT_LENGTH))}<br>${facts.map(escapeHtml).join(' - ')}`;
}

/** Returns the technician if they assigned the work to themselves. They get no mail about it. */
const takenBy = (odl: Row, change: Change): number | undefined =>
  change.user !== null && change.user === odl.id_tecnico && concerns(change, ['id_tecnico'])
    ? change.user
    : undefined;

/** A mail with the name of its batch, if its change belongs to one. */
interface Notification extends Listed {
  batch: string | null;
}

export function mailReporter(dependencies: MailDependencies, templates: Templates): Reporter {
  async function notificationsOf(
    queryable: Queryable,
    changes: Change[],
    setting: SettingOf,
  ): Promise<Notification[]> {
    const active = await templates.active(queryable);
    const states = new Set<unknown>(active.map(({ id_stato }) => id_stato));
    const reported = new KnownMap<string, Change>('changes');
    for (const change of changes)
      if (concerns(change, [STATE]) && states.has(change.row[STATE])) reported.set(change.id, change);
    if (reported.size === 0) return [];
    const subjects = await subjectsOf(queryable, dependencies, [...reported.keys()]);
    return subjects.flatMap((subject) => {
      const { odl, people, change: id } = subject;
      const change = reported.of(id);
      const self = takenBy(odl, change);
      const others = people.filter((person) => person.id !== self);
      const placeholderValue = valuesOf(dependencies, subject, setting);
      return active
        .filter(({ id_stato }) => id_stato === odl.id_stato)
        .map((template): Notification => {
          const letter = letterOf(template, placeholderValue);
          return {
            batch: change.batch,
            list: `${change.batch} ${template.id}`,
            frame: frameOf(template, setting),
            to: recipientsOf(template, odl, others, setting),
            intervention: change.record,
            line: change.batch ? lineOf(placeholderValue, letter) : '',
            subject: letter.subject,
            body: letter.html,
          };
        });
    });
  }

  return {
    resource: 'odl',
    columns: [STATE, 'id_tecnico'],
    async report(transaction, changes, setting) {
      const mails = await notificationsOf(transaction, changes, setting);
      await queueMails(
        transaction,
        mails
          .filter(({ batch }) => !batch)
          .map(({ to, subject, body, intervention }) => ({
            ...{ to, subject, body, intervention },
            html: true,
            about: 'intervento',
          })),
      );
      await queueListed(
        transaction,
        mails.filter(({ batch }) => batch),
      );
    },
  };
}
