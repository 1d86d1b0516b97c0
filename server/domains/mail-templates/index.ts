/** Mails about interventions: templates, recipients, and when they are sent. */

import { recipientsIn } from '../../../schemas/mailboxes.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import type { Routine } from '../../jobs/routine.ts';
import type { MailDependencies } from './mail-dependencies.ts';
import { notifying } from './notify.ts';
import { previewCall } from './preview.ts';
import { reminders } from './reminders.ts';
import { createTemplates } from './templates.ts';

export type { MailDependencies } from './mail-dependencies.ts';

export function mailTemplateRules(dependencies: MailDependencies): RulesByResource {
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
    odl: notifying(dependencies, templates),
  };
}

export const mailTemplateCalls = (dependencies: MailDependencies): Call[] => [previewCall(dependencies)];
export const mailTemplateRoutines = (dependencies: MailDependencies): Routine[] => [reminders(dependencies)];
