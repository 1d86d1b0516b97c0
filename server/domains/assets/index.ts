/** Rules and calls of assets. */

import type { Schemas } from '../../../schemas/read-schemas.ts';
import { isEmpty } from '../../../schemas/values.ts';
import { listQuery } from '../../capabilities/api-schema.ts';
import type { EntityRules, RulesByResource } from '../../capabilities/rules.ts';
import { xlsxReply } from '../../capabilities/sheets.ts';
import { scopeConditions } from '../../database/list-query.ts';
import { MarkedValues } from '../../database/sql.ts';
import { type Call, callOn } from '../../http/call.ts';
import { conflict, malformed } from '../../http/problem.ts';
import { ENCODED_FILE } from '../../http/reply-schemas.ts';
import { figureRules } from './asset-counts.ts';
import { classChoiceCalls } from './class-choices.ts';
import { costCentreRules } from './cost-centres.ts';
import { placementRules } from './placement.ts';
import { removalRules } from './removal.ts';

/** Requires a code on creation, unless the plant makes codes optional. */
const codeRules: EntityRules = {
  async check(row, before, { setting }) {
    const missing = !before && isEmpty(row.codice) && setting('ObjCodFacoltativo') !== '1';
    return missing ? [{ field: 'codice', rule: 'required' }] : [];
  },
};

const IN_SERVICE = ['', '0', 'false', '-1'];
const ALL = ['1', 'true'];

/** Lists only assets in service, unless the query asks for all or names ids. */
const filterRules: EntityRules = {
  where({ dismesso = '', id }) {
    if (![...IN_SERVICE, ...ALL].includes(dismesso)) throw malformed('bad-filter', { name: 'dismesso' });
    const all = ALL.includes(dismesso) || (dismesso === '' && Boolean(id));
    return { sql: all ? 'true' : 't.dismesso = 0', values: [], replaces: ['dismesso'] };
  },
};

const RECOMMENDED = 'select 1 from oggetto_ricambi_consigliati where id_oggetto = $1 and id_ricambio = $2';

const recommendedRules = (schemas: Schemas): EntityRules => ({
  /** Leaves out parts that are deleted or outside the user's scope. */
  where(_query, { user }) {
    const values = new MarkedValues();
    const scope = scopeConditions(schemas.byResource.entity('ricambio'), user?.scopes, values, 'r');
    const all = ['r.id = t.id_ricambio', 'r.canc = 0', ...scope].join(' and ');
    return { sql: `exists (select 1 from ricambio r where ${all})`, values: values.list };
  },
  async beforeCreate(row, { transaction }) {
    const { rows } = await transaction.query(RECOMMENDED, [row.id_oggetto, row.id_ricambio]);
    if (rows.length > 0)
      throw conflict('already-recommended', { refusals: [{ field: 'id_ricambio', rule: 'not-unique' }] });
  },
});

export const assetRules = (schemas: Schemas): RulesByResource[] => [
  ...[codeRules, placementRules, filterRules, removalRules, figureRules(schemas)].map((rules) => ({
    oggetto: rules,
  })),
  { 'oggetto/ricambi-consigliati': recommendedRules(schemas) },
  costCentreRules,
];

function download(schemas: Schemas, rules: RulesByResource): Call {
  const entity = schemas.byResource.entity('oggetto');
  return {
    ...callOn(entity, 'read', 'GET', '/oggetto/download'),
    summary: { it: "L'elenco degli oggetti come foglio XLSX", en: 'The asset list as an XLSX sheet' },
    query: listQuery(entity),
    reply: ENCODED_FILE,
    example: { data: { filename: 'oggetti-2026-03-29.xlsx', data: 'UEsDBA==' } },
    handle: (context) => xlsxReply({ entity, schemas, rules }, context),
  };
}

export { costCentreOverrides } from './cost-centres.ts';

export const assetCalls = (schemas: Schemas, rules: RulesByResource): Call[] => [
  download(schemas, rules),
  ...classChoiceCalls(schemas, rules),
];
