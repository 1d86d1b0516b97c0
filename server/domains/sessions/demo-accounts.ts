/** The accounts of the demo plant for its sign-in page. A real plant has none. */

import type { Family } from '../../../schemas/access.ts';
import type { Text } from '../../../schemas/language.ts';
import { type Call, type Context, callAt } from '../../http/call.ts';
import { rowsOf } from '../../http/reply-schemas.ts';
import { isPassword } from './password.ts';
import { isSignOnOnly } from './sign-on/provider.ts';

export const DEMO_PASSWORD = 'Officina2026!';
export const DEMO_ACCOUNTS = [
  'superadmin@officina.example',
  'admin@officina.example',
  'tecnico@officina.example',
  'segnalatore@officina.example',
];

interface DemoAccount {
  mail: string;
  nome: string;
  ruolo: string;
  traduzioni_ruolo: Partial<Text> | null;
  famiglia: Family;
  hash: string | null;
}

/** Whether each hash is the demo password, checked once per hash. */
const checkedHashes = new Map<string, Promise<boolean>>();
function isUnchanged(hash: string | null): Promise<boolean> {
  if (hash === null) return Promise.resolve(false);
  const result = checkedHashes.get(hash) ?? isPassword(hash, DEMO_PASSWORD);
  checkedHashes.set(hash, result);
  return result;
}

/** Returns the accounts in their fixed order, without accounts that need more than a password. */
async function usableAccounts({ database, setting }: Context): Promise<DemoAccount[]> {
  const { rows } = await database.query<DemoAccount>(
    `select u.mail, u.nome || ' ' || u.cognome as nome, r.nome as ruolo, r.traduzioni as traduzioni_ruolo,
       f.codice as famiglia, c.hash
     from utente u
     join ruolo r on r.id = u.id_utente_ruolo
     join ruolo_famiglia f on f.id = r.id_famiglia_ruolo
     join credenziale c on c.id_utente = u.id
     where u.mail = any($1::text[]) and u.attivo = 1 and exists (select 1 from impianto where demo = 1)
       and not exists (select 1 from secondo_fattore s where s.id_utente = u.id and s.segreto is not null)
     order by array_position($1::text[], u.mail::text)`,
    [DEMO_ACCOUNTS],
  );
  const signOnOnly = isSignOnOnly(setting);
  const unchanged = await Promise.all(rows.map(({ hash }) => isUnchanged(hash)));
  return rows.filter(({ famiglia }, index) => unchanged[index] && (!signOnOnly || famiglia === 'SUADMIN'));
}

export const demoAccountsCall: Call = {
  ...callAt('GET', '/utente/login/prova', 'public', 'session'),
  summary: {
    it: "Gli account dell'impianto dimostrativo; nessuno in un impianto vero",
    en: 'The accounts of the demo plant; empty in a real plant',
  },
  reply: rowsOf({
    mail: { type: 'string' },
    nome: { type: 'string' },
    ruolo: { type: 'string' },
    traduzioni_ruolo: { type: ['object', 'null'] },
    pwd: { type: 'string' },
  }),
  example: {
    data: [
      {
        mail: DEMO_ACCOUNTS[0],
        nome: 'Giulia Marchetti',
        ruolo: 'Super amministratore',
        traduzioni_ruolo: { en: 'Super administrator' },
        pwd: DEMO_PASSWORD,
      },
    ],
  },
  async handle(context) {
    const accounts = await usableAccounts(context);
    return {
      data: accounts.map(({ famiglia: _family, hash: _hash, ...account }) => ({
        ...account,
        pwd: DEMO_PASSWORD,
      })),
    };
  },
};
