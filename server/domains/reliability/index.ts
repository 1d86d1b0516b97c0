/** The calls of reliability: the ranking of assets, one asset, and the interventions behind each figure. */

import type { Access } from '../../../schemas/access.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { PAGING } from '../../capabilities/api-schema.ts';
import { type ApiSchema, type Call, callAt } from '../../http/call.ts';
import { ENCODED_FILE, listOf, rowsOf } from '../../http/reply-schemas.ts';
import { readId } from '../../requests/ids.ts';
import { REASONS } from './failure-conditions.ts';
import { ORDERS, VIEWS } from './filter.ts';
import { interventionsOf, OUTCOMES } from './intervention-list.ts';
import { ranking } from './ranking.ts';
import { sheetReply } from './sheet.ts';
import { summaryOf } from './summary.ts';
import { trendOf } from './trend.ts';

export { reliabilityRules } from './asset-figures.ts';

/** Access for administrators and technicians, if the licence includes reliability. */
const ACCESS: Access = (['SUADMIN', 'SUPER', 'RIFTEC'] as const).map((role) => ({
  role,
  setting: 'LicenzaMtbf',
}));
const tag = 'mtbf-mttr';

const PERIOD: Record<string, ApiSchema> = {
  tipoPeriodo: {
    enum: ['Y', 'P'],
    description: 'Y for a year, P for a range of dates; by default the current year',
  },
  anno: { type: 'integer', description: 'The year; not together with a range', example: 2026 },
  periodo: {
    type: 'string',
    description: 'First and last date; not together with a year',
    example: '2026-01-01,2026-03-31',
  },
};
const RANKING: Record<string, ApiSchema> = {
  ...PERIOD,
  orderBy: {
    enum: ORDERS,
    description: 'Worst assets first: by time between failures, or by time to repair',
  },
  numberOfSortedObjects: {
    type: 'integer',
    default: 5,
    description: 'The number of rows; in the tree view, of roots',
  },
  viewType: {
    enum: VIEWS,
    description:
      'In the tree view, an asset includes the failures of all assets below, and is down while any of them is down',
  },
  idOrganizzazione: { type: 'string', description: 'Ids of organisations' },
  idReparto: { type: 'string', description: 'Ids of departments' },
  idClasseObj: { type: 'string', description: 'Ids of asset classes' },
  idTipoAssetCritico: { type: 'string', description: 'Ids of critical-asset types' },
  dismesso: { enum: ['0', '1'], description: '1 includes decommissioned assets' },
  livelli: { enum: ['1'], description: '1 returns the rows without the assets below them' },
  idPadre: { type: 'integer', description: 'The id of an asset: returns all rows directly below it' },
};
const SINGLE: Record<string, ApiSchema> = {
  ...PERIOD,
  viewType: {
    enum: VIEWS,
    default: 'list',
    description: 'tree includes the failures of all assets below',
  },
};

const DAY = { type: 'string', format: 'date' };
/** The schema of a date that is null if the asset did not exist in the period. */
const ASSET_DAY = { type: ['string', 'null'], format: 'date' };
const FIGURE = { type: ['number', 'null'], multipleOf: 0.01 };
const FIGURES: Record<string, ApiSchema> = {
  id: { type: 'integer' },
  name: { type: 'string' },
  total: { type: 'integer', description: 'Failures' },
  mtbf: { ...FIGURE, description: 'Days' },
  mttr: { ...FIGURE, description: 'Hours' },
  availability: { ...FIGURE, description: 'Per cent' },
  downtime: { ...FIGURE, description: 'Hours' },
  period_days: { type: 'integer' },
  start_date: ASSET_DAY,
  end_date: ASSET_DAY,
  mtbf_low: FIGURE,
  mtbf_high: FIGURE,
  total_prec: { type: 'integer' },
  mtbf_prec: FIGURE,
  mttr_prec: FIGURE,
  availability_prec: FIGURE,
  start_date_prec: ASSET_DAY,
  end_date_prec: ASSET_DAY,
};
const OBJECT: ApiSchema = {
  type: 'object',
  properties: {
    ...FIGURES,
    name_organizzazione: { type: ['string', 'null'] },
    name_reparto: { type: ['string', 'null'] },
    name_classe: { type: ['string', 'null'] },
    has_children: { enum: [0, 1] },
    children: listOf({ type: 'object' }),
  },
};

const EXAMPLE = {
  id: 7,
  name: 'P-101 - Pompa',
  total: 2,
  mtbf: 181.5,
  mttr: 12,
  availability: 99.45,
  downtime: 24,
  period_days: 365,
  start_date: '2025-01-01',
  end_date: '2025-12-31',
  mtbf_low: null,
  mtbf_high: null,
  total_prec: 0,
  mtbf_prec: null,
  mttr_prec: null,
  availability_prec: 100,
  start_date_prec: '2024-01-01',
  end_date_prec: '2024-12-31',
};

const rankingCall = (schemas: Schemas): Call => ({
  ...callAt('GET', '/mtbf-mttr', ACCESS, tag),
  summary: { it: 'Gli oggetti meno affidabili di un periodo', en: 'The least reliable assets of a period' },
  query: RANKING,
  reply: {
    type: 'object',
    properties: {
      start_date: DAY,
      end_date: DAY,
      start_date_prec: DAY,
      end_date_prec: DAY,
      objects: listOf(OBJECT),
    },
  },
  example: { data: { start_date: '2025-01-01', end_date: '2025-12-31', objects: [EXAMPLE] } },
  broad: true,
  async handle(context) {
    const { period, objects } = await ranking(schemas, context);
    const { current, previous } = period;
    return {
      data: {
        start_date: current.start,
        end_date: current.end,
        start_date_prec: previous.start,
        end_date_prec: previous.end,
        objects,
      },
    };
  },
});

const rankingSheetCall = (schemas: Schemas): Call => ({
  ...callAt('GET', '/mtbf-mttr/xlsx', ACCESS, tag),
  summary: { it: 'XLSX: gli oggetti meno affidabili', en: 'XLSX: the least reliable assets' },
  query: RANKING,
  reply: ENCODED_FILE,
  example: { data: { filename: 'mtbf-mttr-2025-01-01-2025-12-31.xlsx', data: 'UEsDBA==' } },
  broad: true,
  handle: async (context) => sheetReply(await ranking(schemas, context), context),
});

const summaryCall = (schemas: Schemas): Call => ({
  ...callAt('GET', '/mtbf-mttr/:id', ACCESS, tag),
  summary: { it: "L'affidabilità di un oggetto", en: 'The reliability of one asset' },
  query: SINGLE,
  reply: {
    type: 'object',
    properties: {
      ...FIGURES,
      has_children: { enum: [0, 1] },
      sovrapposte: {
        type: 'number',
        description: 'Hours not added to the downtime, because another failure covered them already',
      },
      stimati: {
        type: 'integer',
        description: 'The number of failures without a start, which count from their planned date',
      },
      esclusi: rowsOf({ motivo: { enum: REASONS }, total: { type: 'integer' } }),
    },
  },
  example: {
    data: {
      ...EXAMPLE,
      has_children: 0,
      sovrapposte: 0,
      stimati: 1,
      esclusi: [{ motivo: 'tipo', total: 9 }],
    },
  },
  broad: true,
  handle: async (context) => ({ data: await summaryOf(schemas, readId(context.params.id), context) }),
});

const countedCall = (schemas: Schemas): Call => ({
  ...callAt('GET', '/mtbf-mttr/:id/interventi', ACCESS, tag),
  summary: {
    it: 'Gli interventi contati, o esclusi e perché',
    en: 'The interventions counted, or excluded and why',
  },
  query: {
    ...SINGLE,
    esito: { enum: OUTCOMES, default: OUTCOMES[0], description: 'Counted or excluded interventions' },
    motivo: { enum: REASONS, description: 'Only interventions excluded for this reason' },
    precedente: { enum: ['0', '1'], description: '1 for the previous period' },
    ...PAGING,
  },
  paged: true,
  reply: rowsOf({
    id: { type: 'integer' },
    ore: { type: ['number', 'null'] },
    motivo: { enum: [...REASONS, null] },
    stimato: {
      enum: [0, 1],
      description: '1 if the start is missing: it counts from the planned date',
    },
  }),
  example: { data: [{ id: 12, codice: '2025-000012', ore: 12, motivo: null, stimato: 0 }] },
  handle: (context) => interventionsOf(schemas, readId(context.params.id), context),
});

const trendCall = (schemas: Schemas): Call => ({
  ...callAt('GET', '/mtbf-mttr/:id/mesi', ACCESS, tag),
  summary: {
    it: "L'affidabilità di un oggetto mese per mese",
    en: 'The reliability of one asset month by month',
  },
  query: SINGLE,
  reply: rowsOf({ mese: { type: 'string' }, total: { type: 'integer' }, mtbf: FIGURE, mttr: FIGURE }),
  example: {
    data: [
      {
        mese: '2025-03',
        period_days: 31,
        total: 1,
        downtime: 12,
        mtbf: 30.5,
        mttr: 12,
        availability: 98.39,
      },
    ],
  },
  broad: true,
  handle: async (context) => ({ data: await trendOf(schemas, readId(context.params.id), context) }),
});

export const reliabilityCalls = (schemas: Schemas): Call[] => [
  rankingCall(schemas),
  rankingSheetCall(schemas),
  summaryCall(schemas),
  countedCall(schemas),
  trendCall(schemas),
];
