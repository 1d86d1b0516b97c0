/** Mails about interventions: what a template may say, whom it reaches, and when it is sent. */

import { recipientsIn } from '../../../schemas/mailboxes.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import type { Routine } from '../../jobs/routine.ts';
import type { MailGround } from './ground.ts';
import { notifying } from './notify.ts';
import { previewCall } from './preview.ts';
import { reminders } from './reminders.ts';
import { createTemplates } from './templates.ts';

export type { MailGround } from './ground.ts';

export function mailTemplateRules(ground: MailGround): RulesByResource {
  const templates = createTemplates();
  return {
    'mail-templates': {
      async check({ recipients }) {
        const [text] = recipientsIn(recipients).broken;
        return text === undefined ? [] : [{ field: 'recipients', rule: 'recipient', params: { text } }];
      },
      async afterWrite(_row, _before, { transaction }) {
        transaction.afterCommit(templates.forget);
      },
    },
    odl: notifying(ground, templates),
  };
}

export const mailTemplateCalls = (ground: MailGround): Call[] => [previewCall(ground)];
export const mailTemplateRoutines = (ground: MailGround): Routine[] => [reminders(ground)];
