/** The columns of stock's own lists as CSV. They are written like those of entities. */
import type { Field, Row } from '../../../schemas/entity.ts';
import { PAGE_SIZE_MAX } from '../../../schemas/paging.ts';
import { enveloped } from '../../capabilities/enveloped.ts';
import { sheetColumn as column, sheetValue } from '../../capabilities/sheet-cells.ts';
import { begun, csvOf } from '../../capabilities/sheets.ts';
import type { Context, RawReply } from '../../http/call.ts';
import { type Listing, wholeListing } from './listing.ts';

export const MOVEMENT_COLUMNS: Field[] = [
  column('data_ins', 'instant', 'Data', 'Date'),
  column('entita_da', 'text', 'Da', 'From'),
  column('codice_da', 'text', 'Codice da', 'Code from'),
  column('descrizione_da', 'text', 'Descrizione da', 'Description from'),
  column('ubicazione_da', 'text', 'Ubicazione da', 'Location from'),
  column('lotto_da', 'text', 'Lotto da', 'Lot from'),
  column('entita_a', 'text', 'A', 'To'),
  column('codice_a', 'text', 'Codice a', 'Code to'),
  column('descrizione_a', 'text', 'Descrizione a', 'Description to'),
  column('ubicazione_a', 'text', 'Ubicazione a', 'Location to'),
  column('lotto_a', 'text', 'Lotto a', 'Lot to'),
  column('quantita', 'quantity', 'Quantità', 'Quantity'),
  column('usr_ins', 'text', 'Utente', 'User'),
];

export const ON_ASSETS_COLUMNS: Field[] = [
  column('codice', 'text', 'Codice', 'Code'),
  column('descrizione', 'text', 'Descrizione', 'Description'),
  column('quantita_intervento', 'quantity', 'Quantità', 'Quantity'),
  column('unita_di_misura', 'text', 'Unità di misura', 'Unit'),
  column('codice_oggetto', 'text', 'Codice oggetto', 'Asset code'),
  column('descrizione_oggetto', 'text', 'Oggetto', 'Asset'),
  column('codice_odl', 'text', 'Codice intervento', 'Intervention code'),
  column('descrizione_odl', 'text', 'Intervento', 'Intervention'),
  column('data_intervento', 'instant', 'Data intervento', 'Intervention date'),
];

/** Writes a list as CSV. `complete` adds values to each portion of rows before it is written. */
export async function listingCsv(
  listing: Listing,
  fields: Field[],
  context: Context,
  complete: (rows: Row[]) => Promise<Row[]> = async (rows) => rows,
): Promise<RawReply> {
  const { database, query } = context;
  async function* portions() {
    for await (const rows of database.cursor<Row>(
      wholeListing(listing, query),
      listing.values.list,
      PAGE_SIZE_MAX,
    ))
      yield (await complete(rows)).map((row) => fields.map((field) => sheetValue(field, row, context)));
  }
  return enveloped(context, csvOf({ name: '', fields, rows: await begun(portions()) }, context));
}
