/** The rules of QR codes: the prefix of each entity is unique, and a list can search an exact code. */

import { having } from '../../../schemas/catalogue.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { EntityRules, RulesByResource } from '../../capabilities/rules.ts';
import { ident } from '../../database/sql.ts';

const normalised = (prefix: string): string => prefix.replaceAll(/\s/g, '').toLowerCase();

/** Refuses the prefix of another entity, and prefixes that look like a web address. */
function prefixRules(coded: Entity[]): EntityRules {
  return {
    async check({ codice, valore }) {
      const ofSetting = coded.filter(({ qr }) => qr?.settings.prefix === codice);
      if (ofSetting.length === 0 || typeof valore !== 'string') return [];
      const isTaken = coded.some(
        (entity) =>
          !ofSetting.includes(entity) && normalised(having(entity, 'qr').qr.prefix) === normalised(valore),
      );
      return isTaken || /^\s*https?:/i.test(valore) ? [{ field: 'valore', rule: 'qr-prefix' }] : [];
    },
  };
}

/**
 * Returns the rules of the filter searchExactCode=1, which compares the whole code, ignoring case, with the unique
 * index on it.
 */
const exactCode = ({ key: [column] = [] }: Entity): EntityRules => ({
  where: (query) => {
    if (query.searchExactCode !== '1' || column === undefined) return undefined;
    const code = query.filtro || query[column];
    return code ? { sql: `lower(t.${ident(column)}) = lower(?)`, values: [code] } : undefined;
  },
});

export function qrRules(schemas: Schemas): RulesByResource {
  const coded = schemas.entities.filter(({ qr }) => qr !== undefined);
  return {
    ...Object.fromEntries(coded.map((entity) => [entity.resource, exactCode(entity)])),
    parametro: prefixRules(coded),
  };
}
