/** The outbox as the super administrator reads it: without one-time links, which are only for the recipient. */
import type { Row } from '../../../schemas/entity.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { bodyOf } from './message.ts';

/** The condition that a mail can be sent again. An expired access mail cannot: its link was deleted. */
const CAN_RETRY = `(t.stato = 'errore' or t.stato = 'scaduta' and t.genere <> 'accesso' or t.stato = 'attesa' and t.tentativi > 0)`;

const canRetry = ({ stato, genere, tentativi }: Row): boolean =>
  stato === 'errore' ||
  (stato === 'scaduta' && genere !== 'accesso') ||
  (stato === 'attesa' && Number(tentativi) > 0);

export const outboxRules: RulesByResource = {
  posta: {
    computed: () => ({ riprovabile: `case when ${CAN_RETRY} then 1 else 0 end` }),
    async present(rows, { language }) {
      for (const row of rows) {
        row.errore = row.traduzioni?.[language] || row.errore;
        row.riprovabile = canRetry(row) ? 1 : 0;
      }
    },
    async presentOne(row, { language }) {
      if (row.corpo !== null)
        row.corpo = bodyOf({ corpo: row.corpo, genere: row.genere, collegamento: null }, language);
    },
  },
};
