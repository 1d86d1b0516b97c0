/**
 * An intervention that is made, or enters a state, writes the mails of that state: in the transaction of the change. Of
 * many at once each recipient has one mail of a template, which lists them.
 */

import type { SettingOf } from '../../../schemas/access.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { numberOf } from '../../../schemas/values.ts';
import type { EntityRules, WriteContext } from '../../capabilities/rules.ts';
import { cut } from '../../http/cut.ts';
import { escapeHtml, type Listed, type ListFrame, queueListed, queueMails } from '../outbox/index.ts';
import type { MailGround } from './ground.ts';
import { type Letter, letterOf } from './letter.ts';
import words from './list.json' with { type: 'json' };
import { recipientsOf } from './recipients.ts';
import type { Template, Templates } from './templates.ts';
import { mailLanguage, subjectsOf, valuesOf, type Worth } from './values.ts';

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

/** In a list; longer ones are cut. */
const SUBJECT_LENGTH = 200;

/** The intervention, what the template says of it, and where it stands. */
function lineOf(worth: Worth, { subject }: Letter): string {
  const [address, id] = [worth('urlPiattaforma'), worth('idOdl')];
  const code = escapeHtml(worth('codiceOdl') ?? '');
  const link = address ? `<a href="${escapeHtml(address)}/dettaglio-odl/${id}">${code}</a>` : code;
  const facts = ['odl', 'oggetto', 'dataPrevistaOdl'].flatMap((name) => worth(name) || []);
  return `${link} - ${escapeHtml(cut(subject, SUBJECT_LENGTH))}<br>${facts.map(escapeHtml).join(' - ')}`;
}

export function notifying(ground: MailGround, templates: Templates): EntityRules<RowOf<'odl'>> {
  /** However many they are, in a few statements. */
  async function notify(rows: RowOf<'odl'>[], { transaction, setting, batch }: WriteContext): Promise<void> {
    const active = await templates.active(transaction);
    const states = new Set(active.map(({ id_stato }) => id_stato));
    const ids = rows.filter(({ id_stato }) => states.has(id_stato)).map(({ id }) => id);
    if (ids.length === 0) return;
    const subjects = await subjectsOf(transaction, ground, ids);
    const mails = subjects.flatMap((subject) => {
      const { odl, people } = subject;
      const worth = valuesOf(ground, subject, setting);
      return active
        .filter(({ id_stato }) => id_stato === odl.id_stato)
        .map((template): Listed => {
          const letter = letterOf(template, worth);
          return {
            list: `${batch} ${template.id}`,
            frame: frameOf(template, setting),
            to: recipientsOf(template, odl, people, setting),
            intervention: numberOf(odl.id) ?? 0,
            line: batch ? lineOf(worth, letter) : '',
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
      if (row && row.id_stato !== before?.id_stato) await notify([row], context);
    },
    afterCreateMany: notify,
  };
}
