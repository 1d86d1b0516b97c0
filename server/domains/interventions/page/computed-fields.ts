/** The computed values of an intervention: in a list from the row alone, on its page also counts. */

import { choicesOf } from '../../../../schemas/catalogue.ts';
import type { Language, Row } from '../../../../schemas/entity.ts';
import { COLOUR_OF, DUPLICATED, PERIODIC, SINGLE } from '../../../../schemas/interventions.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { presentCustomFields } from '../../../capabilities/custom-fields.ts';
import { readableEntity } from '../../../capabilities/readable-entity.ts';
import type { EntityRules } from '../../../capabilities/rules.ts';
import { onlyRow } from '../../../database/rows.ts';
import type { Context } from '../../../http/call.ts';
import { isOn } from '../../../requests/list-parameters.ts';
import { ATTACHED, TOTALS } from '../costs/totals.ts';
import { rowsUpTo } from '../list/calendar-days.ts';
import { mayCall, PHONE, REQUESTER } from '../people/requester.ts';
import { mayAttach, mayChange, mayComment, mayCopy, mayReschedule, subjectOf } from '../reach/rights.ts';
import { describeTakeOver } from '../take-over/offered.ts';

/** The column of each colour choice. The colour by frequency has no column. */
const COLOURS: Record<string, string> = {
  [COLOUR_OF.type]: 'tipo_guasto_colore',
  [COLOUR_OF.state]: 'stato_colore',
  [COLOUR_OF.technician]: 'tecnico_colore',
};
const colourColumn = (choice: string = COLOUR_OF.type): string => COLOURS[choice] ?? COLOURS[COLOUR_OF.type]!;

const FREQUENCY_COLOURS: Record<number, string> = {
  [SINGLE]: '{"r":144,"g":164,"b":174,"a":1}',
  [PERIODIC]: '{"r":25,"g":118,"b":210,"a":1}',
  [DUPLICATED]: '{"r":245,"g":124,"b":0,"a":1}',
};

/** The values that the calendar draws, and those that decide whether a user may move an intervention. */
const OF_CALENDAR: ReadonlySet<string> = new Set([
  'codice',
  'descrizione',
  'id_oggetto',
  'oggetto',
  'id_stato',
  'stato',
  'cod_stato',
  'id_tipo_stato_odl',
  'data_ordine',
  'data_fine',
  'priorita',
  'id_tipo_guasto',
  'tipo_guasto',
  'id_tipo_odl',
  'id_tecnico',
  'tecnico',
  'id_usr_notifica',
  'ore_previste',
  'id_usr_ins',
  'versione',
]);

/** Returns the columns, with only the requested colour column: colours are long, and a calendar uses one. */
const columnsFor = (query: Context['query']): ReadonlySet<string> | undefined =>
  isOn(query.isCalendario) ? new Set([...OF_CALENDAR, colourColumn(query.tipoColore)]) : undefined;

const flag = (value: boolean): number => (value ? 1 : 0);

const frequencies = (schemas: Schemas, language: Language): Map<unknown, string> =>
  new Map(
    choicesOf(schemas.byResource.entity('odl').property('id_tipo_odl')).map(({ value, title }) => [
      value,
      title[language],
    ]),
  );

/** Removes values that were only read to compute other fields. The documented calls return them. */
function thin(row: Row, { query }: Context): void {
  delete row.id_usr_ins;
  delete row.id_tipo_odl;
  delete row[colourColumn(query.tipoColore)];
}

/** Sets the fields one by one. For two thousand rows this takes a tenth of the request's time. */
function describe(row: Row, { user, query }: Context): void {
  const subject = subjectOf(row);
  row.colore =
    query.tipoColore === COLOUR_OF.frequency
      ? FREQUENCY_COLOURS[Number(row.id_tipo_odl)]
      : row[colourColumn(query.tipoColore)];
  row.modificabile = flag(mayChange(user, subject));
  row.dataInizioModificabile = flag(mayReschedule(user, subject));
}

function describeFully(row: Row, { user }: Context, frequency: string | undefined): void {
  const subject = subjectOf(row);
  row.copiabile = flag(mayCopy(user, subject));
  row.commentabile = flag(mayComment(user, subject));
  row.documentabile = flag(mayAttach(user, subject));
  row.tipo_odl = frequency;
  row.data_ultima_mod_view = row.data_ultima_mod;
  row.richiedente = row.id_usr_ins;
}

/** SQL of the computed values of a row t. */
const COMPUTED: Record<string, string> = {
  num_followup: '(select count(*)::int from odl f where f.id_intervento_originale = t.id)',
  ...REQUESTER,
  ...ATTACHED,
  ...TOTALS,
};

const OF_ONE = `
  select ${Object.entries(COMPUTED)
    .map(([name, sql]) => `${sql} as ${name}`)
    .join(', ')}, to_jsonb(a) as oggetto_intero
  from odl t join oggetto a on a.id = t.id_oggetto where t.id = $1`;

/** Returns the fields of the asset that its class shows on interventions, read only. */
async function assetFields(asset: Row, schemas: Schemas, context: Context): Promise<Row[]> {
  await presentCustomFields(schemas.byResource.entity('oggetto'), [asset], schemas, context);
  return (asset.campi as Row[]).filter(({ mostra_su_odl: visible }) => visible === 1);
}

export const presentation = (schemas: Schemas): EntityRules => ({
  carries: columnsFor,
  computed: () => ({
    data_ultima_mod_view: 't.data_ultima_mod',
    richiedente: 't.id_usr_ins',
    tipo_odl: 't.id_tipo_odl::text',
  }),
  async present(rows, context, only) {
    for (const row of rows) describe(row, context);
    if (rowsUpTo(context.query) !== undefined) for (const row of rows) thin(row, context);
    if (only) return;
    await describeTakeOver(rows, context);
    const names = frequencies(schemas, context.language);
    for (const row of rows) describeFully(row, context, names.get(row.id_tipo_odl));
  },
  async presentOne(row, context) {
    const { rows } = await context.database.query<Row>(OF_ONE, [row.id]);
    const { oggetto_intero: asset, ...computed } = onlyRow(rows);
    const visible = readableEntity(context, schemas.byResource.entity('odl'));
    if (!mayCall(context.user, row)) computed[PHONE] = null;
    for (const [name, value] of Object.entries(computed)) if (visible.field(name)) row[name] = value;
    row.campi_oggetto = await assetFields(asset as Row, schemas, context);
  },
});
