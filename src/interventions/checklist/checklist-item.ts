/** A line of an intervention's checklist. */
import type { Row } from '../../../schemas/entity.ts';

export interface Item extends Row {
  id: number;
  id_odl: number;
  descrizione: string;
  obbligatoria: number;
  checked: number;
  note: string | null;
  num_documenti: number;
  data_mod: string | null;
  usr_mod: string | null;
}
