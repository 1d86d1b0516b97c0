/** The state in which a generated intervention starts. */

import { ASSIGNED_CODE, NO_STATE, OPEN_CODE } from '../../../schemas/interventions.ts';
import type { Queryable } from '../../database/engine.ts';
import type { Plan } from './plans.ts';

interface First {
  stato: number;
  codice: string;
  /** The intervention type; null for all types. */
  tipo: number | null;
}

const FIRST = `
  select s.id as stato, s.codice,
    case when p.id_tipo_intervento = -1 or t.codice = '*' then null else p.id_tipo_intervento end as tipo
  from stato_struttura p join stato s on s.id = p.id_stato
  left join odl_tipoguasto t on t.id = p.id_tipo_intervento
  where p.id_stato_padre = ${NO_STATE} order by p.id`;

export interface Opening {
  id: number;
  takesTechnician: boolean;
}

export type OpeningOf = (plan: Plan) => Opening | undefined;

/** Returns the assigned state if there is a technician, else the open state, else the first initial state. */
export async function openings(queryable: Queryable): Promise<OpeningOf> {
  const { rows } = await queryable.query<First>(FIRST);
  return (plan) => {
    const candidates = rows.filter(({ tipo }) => tipo === null || tipo === plan.id_tipo_guasto);
    const code = plan.id_tecnico ? ASSIGNED_CODE : OPEN_CODE;
    const chosen = candidates.find(({ codice }) => codice === code) ?? candidates[0];
    return chosen && { id: chosen.stato, takesTechnician: chosen.codice !== OPEN_CODE };
  };
}
