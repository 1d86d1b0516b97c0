/** What an intervention says of itself beside its columns: in a list what the row tells, on its page what is counted. */

import { choicesOf } from '../../../../schemas/catalogue.ts';
import type { Language, Row } from '../../../../schemas/entity.ts';
import type { Schemas } from '../../../../schemas/read-schemas.ts';
import { presentCustomFields } from '../../../capabilities/custom-fields.ts';
import { shownTo } from '../../../capabilities/readable-entity.ts';
import type { EntityRules } from '../../../capabilities/rules.ts';
import { onlyRow } from '../../../database/rows.ts';
import type { Context } from '../../../http/call.ts';
import { isOn } from '../../../requests/list-parameters.ts';
import { ATTACHED, TOTALS } from '../costs/totals.ts';
import { mayAttach, mayChange, mayComment, mayCopy, mayReschedule, type Subject } from '../reach/rights.ts';

/** By the choices of the list: type, state, technician; the fourth is the frequency. */
const COLOURS: Record<string, string> = { 1: 'tipo_guasto_colore', 2: 'stato_colore', 3: 'tecnico_colore' };
const BY_FREQUENCY = '4';

const FREQUENCY_COLOURS: Record<number, string> = {
  1: '{"r":144,"g":164,"b":174,"a":1}',
  2: '{"r":25,"g":118,"b":210,"a":1}',
  3: '{"r":245,"g":124,"b":0,"a":1}',
};

/** What a calendar shows of an intervention, and needs to know who may move it. */
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

/** Colours take room, and a calendar shows one. */
const carriedBy = (query: Context['query']): ReadonlySet<string> | undefined =>
  isOn(query.isCalendario)
    ? new Set([...OF_CALENDAR, COLOURS[query.tipoColore ?? '1'] ?? COLOURS[1]!])
    : undefined;

const flag = (value: boolean): number => (value ? 1 : 0);

const frequencies = (schemas: Schemas, language: Language): Map<unknown, string> =>
  new Map(
    choicesOf(schemas.byResource.entity('odl').property('id_tipo_odl')).map(({ value, title }) => [
      value,
      title[language],
    ]),
  );

/** Field by field: of two thousand rows it is a tenth of the call. */
function describe(row: Row, { user, query }: Context): void {
  const subject = row as unknown as Subject;
  const { tipoColore = '1' } = query;
  const colour = tipoColore === BY_FREQUENCY ? undefined : (COLOURS[tipoColore] ?? COLOURS[1]!);
  row.colore = colour ? row[colour] : FREQUENCY_COLOURS[Number(row.id_tipo_odl)];
  row.modificabile = flag(mayChange(user, subject));
  row.dataInizioModificabile = flag(mayReschedule(user, subject));
}

function describeWhole(row: Row, { user }: Context, frequency: string | undefined): void {
  const subject = row as unknown as Subject;
  row.copiabile = flag(mayCopy(user, subject));
  row.commentabile = flag(mayComment(user, subject));
  row.documentabile = flag(mayAttach(user, subject));
  row.tipo_odl = frequency;
  row.data_ultima_mod_view = row.data_ultima_mod;
  row.richiedente = row.id_usr_ins;
}

/** SQL of one row t. */
const COUNTED: Record<string, string> = {
  num_followup: '(select count(*)::int from odl f where f.id_intervento_originale = t.id)',
  usr_ins: "(select u.nome || ' ' || u.cognome from utente u where u.id = t.id_usr_ins)",
  ...ATTACHED,
  ...TOTALS,
};

const ONE = `
  select ${Object.entries(COUNTED)
    .map(([name, sql]) => `${sql} as ${name}`)
    .join(', ')}, to_jsonb(a) as oggetto_intero
  from odl t join oggetto a on a.id = t.id_oggetto where t.id = $1`;

/** The fields of the asset that its class shows on interventions, read only. */
async function assetFields(asset: Row, schemas: Schemas, context: Context): Promise<Row[]> {
  await presentCustomFields(schemas.byResource.entity('oggetto'), [asset], schemas, context);
  return (asset.campi as Row[]).filter(({ mostra_su_odl: shown }) => shown === 1);
}

export const presentation = (schemas: Schemas): EntityRules => ({
  carries: carriedBy,
  computed: {
    data_ultima_mod_view: 't.data_ultima_mod',
    richiedente: 't.id_usr_ins',
    tipo_odl: 't.id_tipo_odl::text',
  },
  async present(rows, context, only) {
    for (const row of rows) describe(row, context);
    if (only) return;
    const names = frequencies(schemas, context.language);
    for (const row of rows) describeWhole(row, context, names.get(row.id_tipo_odl));
  },
  async presentOne(row, context) {
    const { rows } = await context.database.query<Row>(ONE, [row.id]);
    const { oggetto_intero: asset, ...counted } = onlyRow(rows);
    const shown = shownTo(context, schemas.byResource.entity('odl'));
    for (const [name, value] of Object.entries(counted)) if (shown.field(name)) row[name] = value;
    row.campi_oggetto = await assetFields(asset as Row, schemas, context);
  },
});
