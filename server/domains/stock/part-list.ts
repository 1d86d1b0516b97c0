/** The list of parts, also by asset, and the movements of a part. Both are also available as CSV. */

import { allows } from '../../../schemas/access.ts';
import type { Entity } from '../../../schemas/entity.ts';
import type { Schemas } from '../../../schemas/read-schemas.ts';
import { listQuery } from '../../capabilities/api-schema.ts';
import { type Override, override } from '../../capabilities/overrides.ts';
import type { RulesByResource } from '../../capabilities/rules.ts';
import { csvReply } from '../../capabilities/sheets.ts';
import { type ApiSchema, type Call, type Context, callOn } from '../../http/call.ts';
import { forbidden } from '../../http/problem.ts';
import { listOf, OPTIONAL_TEXT } from '../../http/reply-schemas.ts';
import { idsParameter, isOn } from '../../requests/list-parameters.ts';
import { listingOn, listingReply } from './listing.ts';
import { movementsOf } from './movements.ts';
import { isOnAssets, onAssets, onAssetsCsv } from './on-assets.ts';
import { listingCsv, MOVEMENT_COLUMNS } from './sheets.ts';

const ids = (description: string): ApiSchema => ({
  type: 'string',
  description: `${description}; several ids separated by commas`,
});
const on = (description: string): ApiSchema => ({ enum: ['0', '1'], description });
const text = (description: string): ApiSchema => ({ type: 'string', description });

const FILTERS: Record<string, ApiSchema> = {
  idClasse: ids(
    'The class of the assets that parts were moved on or are recommended for; with isClasseRicambio the class of the parts',
  ),
  isClasseRicambio: on('idClasse is the class of the part'),
  magazzino: ids('In stock in this warehouse'),
  idOggetto: ids('Moved on this asset'),
  idOggettoForConsigliati: ids('Recommended for this asset'),
  aggiungiFigli: on('Includes all assets below'),
  idIntervento: ids('Moved on, or reserved for, this intervention'),
  hideUnavailable: on('Only parts with stock'),
  showOnlyPositiveQuantity: on(
    'Only parts with stock; for movements, only quantities withdrawn and not returned',
  ),
  mostra_su_odl: on('Accepted, without effect'),
  sottoScorta: on('Only parts whose available stock is below the minimum'),
  groupByPart: on('Movements on assets: 0 one row per movement, 1 one row per asset and part'),
  oggetto: text('Only movements on assets with this text in code or description'),
  intervento: text('Only movements on interventions with this text in code or description'),
  dataIntervento: {
    type: 'string',
    format: 'date',
    description: 'Only movements on interventions of this date',
  },
};

/** Checks access. All users see the parts of one asset. Only users with access to the list see all parts. */
function requireAsset({ access }: Entity, { query, user, setting }: Context): void {
  const ofAsset = ['idOggetto', 'idOggettoForConsigliati'].some(
    (name) => idsParameter(query, name).length > 0,
  );
  if (!ofAsset && !allows(access.list, user, setting)) throw forbidden();
}

/**
 * Adds the class of the part under its second name, so that the custom fields of the class can be filtered and
 * listed.
 */
function withClass(context: Context): Context {
  const { idClasse, isClasseRicambio, ...query } = context.query;
  if (!idClasse || !isOn(isClasseRicambio)) return context;
  return { ...context, query: { ...query, idClasseRicambio: idClasse } };
}

export function partOverrides(schemas: Schemas, rules: RulesByResource): Override[] {
  const entity = schemas.byResource.entity('ricambio');
  const query = { ...listQuery(entity), ...FILTERS };
  return [
    override(entity.resource, 'list', (list) => ({
      access: 'session',
      query,
      async handle(context) {
        requireAsset(entity, context);
        const listContext = withClass(context);
        return isOnAssets(listContext.query)
          ? onAssets(schemas, rules, listContext)
          : list.handle(listContext);
      },
    })),
    override(entity.resource, 'csv', () => ({
      query,
      async handle(context) {
        const listContext = withClass(context);
        return isOnAssets(listContext.query)
          ? onAssetsCsv(schemas, rules, listContext)
          : csvReply({ entity, schemas, rules }, listContext);
      },
    })),
  ];
}

const ENDS = 'MAGZ or INTV, or a part of the code or description';
const MOVEMENT_FILTERS: Record<string, ApiSchema> = {
  entitaDa: text(`Where from: ${ENDS}`),
  entitaA: text(`Where to: ${ENDS}`),
  ubicazioneDa: text('From a location with this text in its description'),
  ubicazioneA: text('To a location with this text in its description'),
  lottoDa: text('From a lot with this text in its description'),
  lottoA: text('To a lot with this text in its description'),
  dataDa: text('From this date or timestamp'),
  dataA: text('Until this date or timestamp'),
};

const END = {
  enum: ['MAGZ', 'INTV', null],
  description: 'MAGZ warehouse, INTV intervention, null outside the plant',
};
const NUMBER = { type: ['integer', 'null'] };
const MOVEMENT = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    id_ricambio: { type: 'integer' },
    entita_da: END,
    id_magazzino_da: NUMBER,
    codice_da: OPTIONAL_TEXT,
    descrizione_da: OPTIONAL_TEXT,
    ubicazione_da: OPTIONAL_TEXT,
    lotto_da: OPTIONAL_TEXT,
    entita_a: END,
    id_magazzino_a: NUMBER,
    codice_a: OPTIONAL_TEXT,
    descrizione_a: OPTIONAL_TEXT,
    ubicazione_a: OPTIONAL_TEXT,
    lotto_a: OPTIONAL_TEXT,
    id_odl: NUMBER,
    quantita: { type: 'number' },
    data_ins: { type: 'string', format: 'date-time' },
    usr_ins: OPTIONAL_TEXT,
  },
};
const MOVEMENT_EXAMPLE = {
  id: 812,
  id_ricambio: 7,
  entita_da: 'MAGZ',
  id_magazzino_da: 1,
  codice_da: 'MAG-FOL',
  descrizione_da: 'Magazzino ricambi Foligno',
  ubicazione_da: 'Scaffale A1',
  lotto_da: null,
  entita_a: 'INTV',
  id_magazzino_a: null,
  codice_a: 'ODL-26-00012',
  descrizione_a: 'Sostituzione cuscinetto',
  ubicazione_a: null,
  lotto_a: null,
  id_odl: 12,
  quantita: 2,
  data_ins: '2026-03-29T08:00:00.000Z',
  usr_ins: 'Mario Rossi',
};

export function partCalls(schemas: Schemas): Call[] {
  const entity = schemas.byResource.entity('ricambio');
  const path = `/${entity.resource}/:id/movimentazioni`;
  const listing = listingOn(entity, schemas, movementsOf);
  return [
    {
      ...callOn(entity, 'read', 'GET', path),
      summary: { it: 'Movimentazioni di un ricambio', en: 'Movements of a spare part' },
      query: { pag: { type: 'integer', description: 'Page, from 1' }, ...MOVEMENT_FILTERS },
      reply: listOf(MOVEMENT),
      example: { data: [MOVEMENT_EXAMPLE] },
      paged: true,
      handle: async (context) => listingReply(await listing(context), context),
    },
    {
      ...callOn(entity, 'read', 'GET', `${path}/csv`),
      summary: { it: 'CSV: Movimentazioni di un ricambio', en: 'CSV: Movements of a spare part' },
      query: MOVEMENT_FILTERS,
      reply: { type: 'string', format: 'byte' },
      example: { data: 'RGF0YTtEYQ0K' },
      handle: async (context) => listingCsv(await listing(context), MOVEMENT_COLUMNS, context),
    },
  ];
}
