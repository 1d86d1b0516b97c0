/** Writes the ranking as a sheet. Child rows follow their parent, one level deeper. */
import type { Field, Row } from '../../../schemas/entity.ts';
import { enveloped } from '../../capabilities/enveloped.ts';
import { sheetColumn as column, sheetValue } from '../../capabilities/sheet-cells.ts';
import { xlsxOf } from '../../capabilities/sheets.ts';
import type { Context, RawReply } from '../../http/call.ts';
import type { Ranked, Ranking } from './ranking.ts';

const COLUMNS: Field[] = [
  column('livello', 'integer', 'Livello', 'Level'),
  column('name', 'text', 'Oggetto', 'Asset'),
  column('name_organizzazione', 'text', 'Organizzazione', 'Organisation'),
  column('name_reparto', 'text', 'Reparto', 'Department'),
  column('name_classe', 'text', 'Classe', 'Class'),
  column('start_date', 'date', 'Dal', 'From'),
  column('end_date', 'date', 'Al', 'To'),
  column('period_days', 'integer', 'Giorni', 'Days'),
  column('total', 'integer', 'Interventi', 'Interventions'),
  column('downtime', 'decimal', 'Fermo (ore)', 'Downtime (hours)'),
  column('mtbf', 'decimal', 'MTBF (giorni)', 'MTBF (days)'),
  column('mttr', 'decimal', 'MTTR (ore)', 'MTTR (hours)'),
  column('availability', 'decimal', 'Disponibilità (%)', 'Availability (%)'),
  column('start_date_prec', 'date', 'Prima: dal', 'Before: from'),
  column('end_date_prec', 'date', 'Prima: al', 'Before: to'),
  column('total_prec', 'integer', 'Prima: interventi', 'Before: interventions'),
  column('mtbf_prec', 'decimal', 'Prima: MTBF (giorni)', 'Before: MTBF (days)'),
  column('mttr_prec', 'decimal', 'Prima: MTTR (ore)', 'Before: MTTR (hours)'),
  column('availability_prec', 'decimal', 'Prima: disponibilità (%)', 'Before: availability (%)'),
];

const flatten = (objects: Ranked[], livello = 1): Row[] =>
  objects.flatMap(({ children = [], ...row }) => [{ ...row, livello }, ...flatten(children, livello + 1)]);

export function sheetReply({ objects, period }: Ranking, context: Context): RawReply {
  const rows = flatten(objects).map((row) => COLUMNS.map((field) => sheetValue(field, row, context)));
  const { start, end } = period.current;
  return enveloped(context, xlsxOf({ name: 'MTBF-MTTR', fields: COLUMNS, rows: portions(rows) }, context), {
    filename: `mtbf-mttr-${start}-${end}.xlsx`,
  });
}

async function* portions<T>(rows: T[]): AsyncGenerator<T[]> {
  yield rows;
}
