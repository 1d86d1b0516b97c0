/** Requests about mail that no entity covers. */
import { call, callForFile, saveBlob } from '../../dataProvider/http.ts';
import type { Row } from '../../schemas/entity.ts';

export interface Recipient {
  address: string;
  name?: string;
  reason: 'recipients' | 'send_usr_ins' | 'send_tecnico' | 'send_admin' | 'send_usr_notifica';
}

export interface Letter {
  id_odl: number | null;
  codice: string | null;
  subject: string;
  html: string;
  text: string;
  unknown: string[];
  halves: number;
  recipients: Recipient[];
  broken: string[];
}

const SENT = [
  'id_stato',
  'subject',
  'body',
  'recipients',
  'send_usr_ins',
  'send_tecnico',
  'send_admin',
  'send_usr_notifica',
];

/** Fills the typed template with an intervention, by default the newest in the template's state. */
export async function preview(template: Row, intervention: number | undefined): Promise<Letter> {
  const body: Row = { id_odl: intervention };
  for (const name of SENT) body[name] = template[name];
  return (await call<Letter>('/mail-templates/anteprima', { method: 'POST', body })).data;
}

/** Sends a test mail and returns the server's message. */
export const tryOut = async (address: string): Promise<string> =>
  (await call<null>('/posta/prova', { method: 'POST', body: { a: address } })).description;

export const saveMail = async (id: number): Promise<void> =>
  saveBlob(await callForFile(`/posta/${id}/eml`), `mail-${id}.eml`);
