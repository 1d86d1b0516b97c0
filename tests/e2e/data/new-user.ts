/** A new user, whom no other test signs in. */
import { onTestFinished } from 'vitest';
import { plantUrl } from '../plant/plant-url.ts';
import { apiAs, apiWith } from './api.ts';

export interface Person {
  id: number;
  mail: string;
}

/** Creates a user of a role; returns the link for the first password. */
export async function invited(role: string): Promise<Person & { link: URL }> {
  const url = plantUrl();
  const admin = await apiAs(url, 'SUADMIN');
  const roles = await admin<{ id: number; codice: string }[]>('GET', '/ruolo/?pag=-1');
  const id_utente_ruolo = roles.find(({ codice }) => codice === role)!.id;
  const mail = `conto-${Date.now()}-${Math.random().toString(36).slice(2, 8)}@officina.example`;
  const person = { nome: 'Carla', cognome: 'Conti', mail, id_utente_ruolo };
  const { id } = await admin<{ id: number }>('POST', '/utente/', person);
  const { link } = await admin<{ link: string }>('POST', `/utente/${id}/send-mail-attiva`);
  onTestFinished(async () => {
    const again = await apiAs(url, 'SUADMIN');
    await again('DELETE', `/utente/${id}`);
  });
  return { id, mail, link: new URL(link) };
}

export async function newPerson(role: string, password: string): Promise<Person> {
  const { id, mail, link } = await invited(role);
  const own = apiWith(plantUrl(), link.pathname.split('/')[2]);
  await own('POST', `/utente/${id}/password/`, { password, password2: password });
  return { id, mail };
}
