/** SQL that decides which interventions are failures. All figures use it. */
import { CANCELLATION, CLOSING } from '../../../schemas/interventions.ts';

/** SQL of the date since which an asset exists, or is maintained; null if unknown. */
export const SINCE = 'coalesce(a.data_gestione_manutenzione, a.data_installazione)';

/** Returns SQL of the timestamp at which that date begins in the plant's time zone. */
export const sinceTimestamp = (since: string, zone: string): string =>
  `(${since}::timestamp at time zone ${zone})`;

/** SQL of the start of the downtime: the real start, or else the planned one. */
export const FROM = 'coalesce(o.data_inizio, o.data_ordine, o.data_fine)';

/** SQL of the downtime in hours. An end before the start counts as zero. */
export const HOURS = `greatest(extract(epoch from o.data_fine - ${FROM})::float8 / 3600, 0)`;

/** Returns the condition that an asset has other assets below it. */
export const hasBelow = (id: string): string => `exists (
  select 1 from oggetto_discendenza d join oggetto c on c.id = d.discendente
  where d.antenato = ${id} and d.distanza > 0 and c.canc = 0)`;

/**
 * Returns SQL, for failures with "from" and "at", of the hours that no earlier failure of the same kind covers.
 * Their sum is the time in which at least one failure lasted.
 */
export const unsharedHours = (kind: string): string => `greatest(extract(epoch from at - greatest("from",
  max(at) over (partition by ${kind} order by "from", at rows between unbounded preceding and 1 preceding))
  )::float8 / 3600, 0)`;

/**
 * The conditions of a failure: it is closed, its type counts, and no user has excluded it. PostgreSQL finds the few
 * ids before the rows.
 */
export const IS_FAILURE = `
  o.id_tipo_guasto = any(array(select id from odl_tipoguasto where is_mtbf_enabled = 1))
  and o.id_stato = any(array(select id from stato where id_tipo_stato_odl = ${CLOSING}))
  and o.is_mtbf_disabled is distinct from 1`;

export const REASONS = ['tipo', 'escluso', 'annullato', 'aperto', 'senza_fine', 'prima'] as const;
export type Reason = (typeof REASONS)[number];

/** Returns SQL of why an intervention (o) with its type (g) and state (s) does not count; null if it counts. */
export const reasonSql = (since: string): string => `case
  when g.is_mtbf_enabled is distinct from 1 then 'tipo'
  when o.is_mtbf_disabled = 1 then 'escluso'
  when s.id_tipo_stato_odl = ${CANCELLATION} then 'annullato'
  when s.id_tipo_stato_odl <> ${CLOSING} then 'aperto'
  when o.data_fine is null then 'senza_fine'
  when o.data_fine < ${since} then 'prima' end`;
