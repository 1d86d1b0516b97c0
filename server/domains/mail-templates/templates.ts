/** The active templates, at hand: a thousand interventions made at once ask for them a thousand times. */
import type { Queryable } from '../../database/engine.ts';
import type { Flags } from './recipients.ts';

export interface Template extends Flags {
  id_stato: number;
  subject: string;
  body: string;
  recipients: string | null;
}

/** What another server has saved is known here so soon. */
const KNOWN_MS = 5000;

export interface Templates {
  active(queryable: Queryable): Promise<Template[]>;
  forget(): void;
}

export function createTemplates(): Templates {
  let known: { at: number; rows: Template[] } | undefined;
  return {
    async active(queryable) {
      if (!known || performance.now() - known.at > KNOWN_MS) {
        const { rows } = await queryable.query<Template>(
          `select id_stato, subject, body, recipients, send_usr_ins, send_tecnico, send_admin, send_usr_notifica
           from mail_templates where active = 1 order by id`,
        );
        known = { at: performance.now(), rows };
      }
      return known.rows;
    },
    forget() {
      known = undefined;
    },
  };
}
