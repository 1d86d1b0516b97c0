/** Mails about interventions: templates, recipients, and when they are sent. */

import { recipientsIn } from '../../../schemas/mailboxes.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import type { Call } from '../../http/call.ts';
import type { Routine } from '../../jobs/routine.ts';
import type { Reporter } from '../outbox/index.ts';
import type { MailDependencies } from './mail-dependencies.ts';
import { mailReporter } from './notify.ts';
import { previewCall } from './preview.ts';
import { reminders } from './reminders.ts';
import { createTemplates } from './templates.ts';

export type { MailDependencies } from './mail-dependencies.ts';

export interface MailTemplates {
  rules: RulesByResource;
  reporter: Reporter;
}

export function createMailTemplates(dependencies: MailDependencies): MailTemplates {
  const templates = createTemplates();
  return {
    rules: {
      'mail-templates': {
        async check({ recipients }) {
          const [text] = recipientsIn(recipients).broken;
          return text === undefined ? [] : [{ field: 'recipients', rule: 'recipient', params: { text } }];
        },
        async afterWrite(_row, _before, { transaction }) {
          transaction.afterCommit(templates.forget);
        },
      },
    },
    reporter: mailReporter(dependencies, templates),
  };
}

export const mailTemplateCalls = (dependencies: MailDependencies): Call[] => [previewCall(dependencies)];
export const mailTemplateRoutines = (dependencies: MailDependencies): Routine[] => [reminders(dependencies)];
