/** Fixed recipients of a mail template are addresses. */

import { isEmail } from '../../../schemas/validate.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';

const addresses = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

export const mailTemplateRules: RulesByResource = {
  'mail-templates': {
    async check(row) {
      const { recipients } = row;
      if (typeof recipients !== 'string' || addresses(recipients).every(isEmail)) return [];
      return [{ field: 'recipients', rule: 'email' }];
    },
  },
};
