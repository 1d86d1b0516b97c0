/** Calls next to the list of interventions: its columns, its sheet, the frequencies, the history of one. */

import { choicesOf } from '../../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../../schemas/entity.ts';
import { COLOUR_OF } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { listQuery, recordExample, recordSchema } from '../../../capabilities/api-schema.ts';
import { listReply } from '../../../capabilities/crud.ts';
import { answerOf, type Override, override } from '../../../capabilities/overrides.ts';
import type { RulesByResource } from '../../../capabilities/rules.ts';
import { xlsxReply } from '../../../capabilities/sheets.ts';
import type { ApiSchema, Call, Context, Reply } from '../../../http/call.ts';
import { ENCODED_FILE, listOf } from '../../../http/reply-schemas.ts';
import { readId } from '../../../requests/ids.ts';
import { interventionOf } from '../reach/rights.ts';
import { daysInstead, ROWS_UP_TO } from './calendar-days.ts';

const on = (description: string): ApiSchema => ({ enum: ['0', '1'], description });

const FILTERS: Record<string, ApiSchema> = {
  filtroOggetto: { type: 'string', description: 'Text in the code or description of the asset' },
  aggiungiFigli: on('Includes interventions of the assets below'),
  mostraChiusi: on('Includes closed and cancelled interventions'),
  scaduti: on('Only late interventions: still open after their planned date'),
  nonScaduti: on('Only interventions whose planned date or time is not over'),
  idRicambio: { type: 'integer', description: 'The id of a spare part: only interventions that used it' },
  tipoColore: {
    enum: Object.values(COLOUR_OF),
    description: `The meaning of colore, in this order: ${Object.keys(COLOUR_OF).join(', ')}`,
  },
  assegnati: on(
    "A technician's assigned work, a requester's requests, an administrator's work of the month or assigned to them",
  ),
  prendibili: on('Only the interventions that the technician who asks may take over'),
  assegnatiChiusi: on('The same selection of closed interventions'),
  isCalendario: on(
    'Only the fields that a calendar shows; with dataDa also earlier interventions that take more than a day',
  ),
  [ROWS_UP_TO]: {
    type: 'integer',
    description:
      'With isCalendario: with more interventions than this, data is empty and giorni holds their number per day',
  },
};

/** Returns the name of a column's displayed value in the reply. */
const displayName = (entity: Entity, name: string): string => entity.field(name)?.reference?.text ?? name;

const layout = (entity: Entity): Row[] =>
  entity.list.map((name, index) => ({
    column_name: name === 'id_tipo_odl' ? 'tipo_odl' : displayName(entity, name),
    column_order: index + 1,
    column_hidden: entity.offered.includes(name) ? 1 : 0,
  }));

async function stepsOf(schemas: Schemas, rules: RulesByResource, context: Context): Promise<Reply> {
  const { id } = await interventionOf(context.database, schemas, readId(context.params.id), context);
  return listReply(
    schemas.byResource.entity('odl/storico'),
    schemas,
    rules,
    { ...context, query: {} },
    { id_odl: id },
  );
}

export const listOverrides = (schemas: Schemas, rules: RulesByResource): Override[] => [
  override('odl', 'list', (list) => ({
    query: { ...list.query, ...FILTERS },
    handle: async (context) => (await daysInstead(schemas, rules, context)) ?? answerOf(list, context),
  })),
];

export function listCalls(schemas: Schemas, rules: RulesByResource): Call[] {
  const entity = schemas.byResource.entity('odl');
  const steps = schemas.byResource.entity('odl/storico');
  const query = { ...listQuery(entity), ...FILTERS };
  const shared = { method: 'GET' as const, access: entity.access.list, tag: entity.name };
  const rows = listOf({ type: 'object' });
  return [
    {
      ...shared,
      path: '/odl/gridconfig',
      summary: { it: "Colonne dell'elenco degli interventi", en: 'Columns of the intervention list' },
      reply: rows,
      example: { data: [{ column_name: 'codice', column_order: 1, column_hidden: 0 }] },
      handle: async () => ({ data: layout(entity) }),
    },
    {
      ...shared,
      path: '/odl/download',
      summary: {
        it: "L'elenco degli interventi come foglio XLSX",
        en: 'The intervention list as an XLSX sheet',
      },
      query,
      reply: ENCODED_FILE,
      example: { data: { filename: 'interventi-2026-03-29.xlsx', data: 'UEsDBA==' } },
      broad: true,
      handle: (context) => xlsxReply({ entity, schemas, rules }, context),
    },
    {
      ...shared,
      path: '/odl/tipo',
      summary: { it: 'Frequenze degli interventi', en: 'Frequencies of interventions' },
      reply: rows,
      example: { data: [{ id: 1, descrizione: 'Non periodico' }] },
      handle: async ({ language }) => ({
        data: choicesOf(entity.property('id_tipo_odl')).map(({ value, title }) => ({
          id: value,
          descrizione: title[language],
        })),
      }),
    },
    {
      ...shared,
      path: '/odl/storico/:id',
      access: entity.access.read,
      summary: { it: 'Cronologia di un intervento', en: 'History of an intervention' },
      reply: listOf(recordSchema(steps)),
      example: { data: [recordExample(steps)] },
      handle: (context) => stepsOf(schemas, rules, context),
    },
  ];
}
