/** What QR codes ask of others: a prefix that tells them apart, and a list that finds a code as it is. */

import { having } from '../../../schemas/catalogue.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import type { EntityRules, RulesByResource } from '../../capabilities/rules.ts';
import { ident } from '../../database/sql.ts';

const plain = (prefix: string): string => prefix.replaceAll(/\s/g, '').toLowerCase();

/** A prefix that is another's would open the other's records, and an address is read as one. */
function prefixRules(coded: Entity[]): EntityRules {
  return {
    async check({ codice, valore }) {
      const own = coded.filter(({ qr }) => qr?.settings.prefix === codice);
      if (own.length === 0 || typeof valore !== 'string') return [];
      const taken = coded.some(
        (entity) => !own.includes(entity) && plain(having(entity, 'qr').qr.prefix) === plain(valore),
      );
      return taken || /^\s*https?:/i.test(valore) ? [{ field: 'valore', rule: 'qr-prefix' }] : [];
    },
  };
}

/** searchExactCode=1: the text looked for is the whole code, whatever its case; its unique index answers. */
const exactCode = ({ key: [column] = [] }: Entity): EntityRules => ({
  where: (query) => {
    if (query.searchExactCode !== '1' || column === undefined) return undefined;
    const wanted = query.filtro || query[column];
    return wanted ? { sql: `lower(t.${ident(column)}) = lower(?)`, values: [wanted] } : undefined;
  },
});

export function qrRules(schemas: Schemas): RulesByResource {
  const coded = schemas.entities.filter(({ qr }) => qr !== undefined);
  return {
    ...Object.fromEntries(coded.map((entity) => [entity.resource, exactCode(entity)])),
    parametro: prefixRules(coded),
  };
}
