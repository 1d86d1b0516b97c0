/** SQL of an intervention's cost totals and counts, for a row t; costs.ts has the rules of cost lines. */
import { EXPENSE, INCOME } from '../../../../schemas/interventions.ts';

const sum = (condition: string): string =>
  `coalesce((select sum(c.totale) from odl_costo c where c.id_odl = t.id${condition}), 0)`;

export const TOTALS: Record<string, string> = {
  totale: sum(''),
  totale_attivo: sum(` and c.flag = ${INCOME}`),
  totale_passivo: sum(` and c.flag = ${EXPENSE}`),
};

const hasSignature = (kind: string): string =>
  `(exists (select 1 from rapportini_firme f where f.id_odl = t.id and f.tipo = '${kind}'))::int`;

export const ATTACHED: Record<string, string> = {
  numero_prenotazioni_ricambi: '(select count(*)::int from prenotazione p where p.id_odl = t.id)',
  numero_ricambi: '(select count(*)::int from odl_prelievo w where w.id_odl = t.id)',
  num_commenti: '(select count(*)::int from commento c where c.id_intervento = t.id)',
  is_firmato_tecnico: hasSignature('tecnico'),
  is_firmato_segnalatore: hasSignature('segnalatore'),
};
