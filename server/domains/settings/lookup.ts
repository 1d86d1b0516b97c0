/**
 * GET /parametro/ returns the values of the requested codes, in that order. Without codes it returns the list for
 * administrators.
 */

import { type Access, allows, type SettingOf } from '../../../schemas/access.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { listReply } from '../../capabilities/crud.ts';
import { type Override, override } from '../../capabilities/overrides.ts';
import type { User } from '../../http/call.ts';
import { forbidden, malformed } from '../../http/problem.ts';
import { rowsOf } from '../../http/reply-schemas.ts';
import { PRIVATE } from './current.ts';
import { settingRules } from './setting-values.ts';

/** Other spellings of codes that some callers use. */
const ALIASES: Record<string, string> = {
  MOD_OBJ_SU_INTERVENTO: 'ModObjSuIntervento',
  RAPP_FIRMA_TECNICO: 'RappFirmaTecnico',
  RAPP_FIRMA_SEGNALATORE: 'RappFirmaSegnalatore',
};

const MAX_CODES = 200;

/** Settings that pages read before sign-in. */
const PUBLIC = ['MobileViewThreshold'];

export interface LookupParts {
  schemas: Schemas;
  authenticate(header: string | undefined, access: Access): Promise<User | undefined>;
}

const codesIn = ({ codici }: Record<string, string>): string[] | undefined =>
  codici?.split(',').map((code) => code.trim());

function lookup(codes: string[], setting: SettingOf) {
  if (codes.length > MAX_CODES) throw malformed('bad-filter', { name: 'codici' });
  return codes.map((codice) => ({ codice, valore: setting(ALIASES[codice] ?? codice) ?? null }));
}

const allowedTo =
  (user: User | undefined, setting: SettingOf): SettingOf =>
  (code) =>
    PRIVATE.test(code) && user?.family !== 'SUADMIN' ? undefined : setting(code);

export const settingOverrides = ({ schemas, authenticate }: LookupParts): Override[] => {
  const entity = schemas.byResource.entity('parametro');
  return [
    override(entity.resource, 'list', () => ({
      // The call is public for the settings above. For all others `handle` checks the user.
      access: 'public',
      summary: {
        it: "Valori dei parametri chiesti con codici; senza codici, l'elenco per il super amministratore",
        en: 'Values of the settings requested with codici; without codici, the list for the super administrator',
      },
      query: { codici: { type: 'string', description: 'Codes separated by commas' } },
      reply: rowsOf({ codice: { type: 'string' }, valore: { type: ['string', 'null'] } }),
      example: { data: [{ codice: 'MobileViewThreshold', valore: '768' }] },
      async handle(context) {
        const codes = codesIn(context.query);
        if (codes?.every((code) => PUBLIC.includes(code))) return { data: lookup(codes, context.setting) };
        const user = await authenticate(context.token && `Bearer ${context.token}`, 'session');
        if (codes) return { data: lookup(codes, allowedTo(user, context.setting)) };
        if (!allows(entity.access.list, user, context.setting)) throw forbidden();
        return listReply(entity, schemas, settingRules, { ...context, user });
      },
    })),
  ];
};
