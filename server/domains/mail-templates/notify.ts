/** An intervention that is made, or enters a state, writes the mails of that state: in the transaction of the change. */
import type { Row } from '../../../schemas/entity.ts';
import type { EntityRules, WriteContext } from '../../capabilities/rules.ts';
import { type Mail, queueMails } from '../outbox/index.ts';
import type { MailGround } from './ground.ts';
import { letterOf } from './letter.ts';
import { recipientsOf } from './recipients.ts';
import type { Templates } from './templates.ts';
import { subjectsOf, valuesOf } from './values.ts';

export function notifying(ground: MailGround, templates: Templates): EntityRules {
  /** However many they are, in two statements. */
  async function notify(rows: Row[], { transaction, setting }: WriteContext): Promise<void> {
    const active = await templates.active(transaction);
    const states = new Set(active.map(({ id_stato }) => id_stato));
    const ids = rows.filter(({ id_stato }) => states.has(id_stato as number)).map(({ id }) => id as number);
    if (ids.length === 0) return;
    const subjects = await subjectsOf(transaction, ground, ids);
    const mails = subjects.flatMap((subject) => {
      const { odl, people } = subject;
      const worth = valuesOf(ground, subject, setting);
      return active
        .filter(({ id_stato }) => id_stato === odl.id_stato)
        .map((template): Mail => {
          const letter = letterOf(template, worth);
          return {
            to: recipientsOf(template, odl, people, setting),
            subject: letter.subject,
            body: letter.html,
            html: true,
            about: 'intervento',
            intervention: odl.id as number,
          };
        });
    });
    await queueMails(transaction, mails);
  }

  return {
    async afterWrite(row, before, context) {
      if (row && row.id_stato !== before?.id_stato) await notify([row], context);
    },
    afterCreateMany: notify,
  };
}
