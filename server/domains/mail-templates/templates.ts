/** Caches the active templates: a batch of a thousand interventions reads them a thousand times. */
import type { Queryable } from '../../database/engine.ts';
import type { Flags } from './recipients.ts';

export interface Template extends Flags {
  id: number;
  stato: string;
  traduzioni: Record<string, string> | null;
  id_stato: number;
  subject: string;
  body: string;
  recipients: string | null;
}

/** The longest delay until templates saved on another server take effect. */
const CACHE_MS = 5000;

export interface Templates {
  active(queryable: Queryable): Promise<Template[]>;
  forget(): void;
}

export function createTemplates(): Templates {
  let cached: { at: number; rows: Template[] } | undefined;
  return {
    async active(queryable) {
      if (!cached || performance.now() - cached.at > CACHE_MS) {
        const { rows } = await queryable.query<Template>(
          `select t.id, t.id_stato, t.subject, t.body, t.recipients, t.send_usr_ins, t.send_tecnico, t.send_admin,
             t.send_usr_notifica, s.descrizione as stato, s.traduzioni
           from mail_templates t join stato s on s.id = t.id_stato where t.active = 1 order by t.id`,
        );
        cached = { at: performance.now(), rows };
      }
      return cached.rows;
    },
    forget() {
      cached = undefined;
    },
  };
}
