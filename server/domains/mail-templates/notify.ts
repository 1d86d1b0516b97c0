/**
 * Queues the mails of a state when an intervention is created in it or enters it, in the transaction of the change.
 * For a batch, each recipient gets one mail per template, with a list.
 */

import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { numberOf } from '../../../schemas/values.ts';
import type { EntityRules, WriteContext } from '../../capabilities/rules.ts';
import { cut } from '../../http/cut-text.ts';
import { escapeHtml, type Listed, type ListFrame, queueListed, queueMails } from '../outbox/index.ts';
import { type Letter, letterOf } from './letter.ts';
import words from './list.json' with { type: 'json' };
import type { MailDependencies } from './mail-dependencies.ts';
import { mailLanguage, type PlaceholderValue, subjectsOf, valuesOf } from './placeholder-values.ts';
import { recipientsOf } from './recipients.ts';
import type { Template, Templates } from './templates.ts';

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
const takenBy = (row: Row, before: Row | undefined, { user }: WriteContext): number | undefined =>
  user?.id === row.id_tecnico && user?.id !== before?.id_tecnico ? user?.id : undefined;

export function notifying(dependencies: MailDependencies, templates: Templates): EntityRules<RowOf<'odl'>> {
  /** Notifies about any number of interventions in a few statements. */
  async function notify(
    rows: RowOf<'odl'>[],
    { transaction, setting, batch }: WriteContext,
    self?: number,
  ): Promise<void> {
    const active = await templates.active(transaction);
    const states = new Set(active.map(({ id_stato }) => id_stato));
    const ids = rows.filter(({ id_stato }) => states.has(id_stato)).map(({ id }) => id);
    if (ids.length === 0) return;
    const subjects = await subjectsOf(transaction, dependencies, ids);
    const mails = subjects.flatMap((subject) => {
      const { odl, people } = subject;
      const others = people.filter(({ id }) => id !== self);
      const placeholderValue = valuesOf(dependencies, subject, setting);
      return active
        .filter(({ id_stato }) => id_stato === odl.id_stato)
        .map((template): Listed => {
          const letter = letterOf(template, placeholderValue);
          return {
            list: `${batch} ${template.id}`,
            frame: frameOf(template, setting),
            to: recipientsOf(template, odl, others, setting),
            intervention: numberOf(odl.id) ?? 0,
            line: batch ? lineOf(placeholderValue, letter) : '',
            subject: letter.subject,
            body: letter.html,
          };
        });
    });
    if (batch) await queueListed(transaction, mails);
    else
      await queueMails(
        transaction,
        mails.map(({ to, subject, body, intervention }) => ({
          ...{ to, subject, body, intervention },
          html: true,
          about: 'intervento',
        })),
      );
  }

  return {
    async afterWrite(row, before, context) {
      if (row && row.id_stato !== before?.id_stato)
        await notify([row], context, takenBy(row, before, context));
    },
    afterCreateMany: (rows, context) => notify(rows, context),
  };
}
