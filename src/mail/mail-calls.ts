/** The calls of mail that no entity's screen makes by itself. */
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

/** A template as it is typed, filled with an intervention; with the newest of its state when none is named. */
export async function preview(template: Row, intervention: number | undefined): Promise<Letter> {
  const body: Row = { id_odl: intervention };
  for (const name of SENT) body[name] = template[name];
  return (await call<Letter>('/mail-templates/anteprima', { method: 'POST', body })).data;
}

/** What came of the try, in words. */
export const tryOut = async (address: string): Promise<string> =>
  (await call<null>('/posta/prova', { method: 'POST', body: { a: address } })).description;

export const saveMail = async (id: number): Promise<void> =>
  saveBlob(await callForFile(`/posta/${id}/eml`), `mail-${id}.eml`);
