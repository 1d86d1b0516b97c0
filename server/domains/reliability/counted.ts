/** Which interventions are failures, as SQL; every figure counts the same. */
import { CANCELLATION, CLOSING } from '../../../schemas/interventions.ts';

/** Since when an asset was there, or was looked after; nothing when nobody said. */
export const SINCE = 'coalesce(a.data_gestione_manutenzione, a.data_installazione)';

/** The moment at which that day begins by the plant's clock. */
export const sinceMoment = (since: string, zone: string): string =>
  `(${since}::timestamp at time zone ${zone})`;

/** From the start, or as planned: it is out of use from then on. */
export const FROM = 'coalesce(o.data_inizio, o.data_ordine, o.data_fine)';

/** To the end; what ends before it begins took no time. */
export const HOURS = `greatest(extract(epoch from o.data_fine - ${FROM})::float8 / 3600, 0)`;

/** Does anything stand below the asset with this id? */
export const hasBelow = (id: string): string => `exists (
  select 1 from oggetto_discendenza d join oggetto c on c.id = d.discendente
  where d.antenato = ${id} and d.distanza > 0 and c.canc = 0)`;

/**
 * Of failures with "from" and "at": the hours of each that none of the same kind, begun earlier, has had. Added up, the
 * time in which at least one of them lasted.
 */
export const unsharedHours = (kind: string): string => `greatest(extract(epoch from at - greatest("from",
  max(at) over (partition by ${kind} order by "from", at rows between unbounded preceding and 1 preceding))
  )::float8 / 3600, 0)`;

/** Closed, of a type that counts, and not left out by who did it. The few ids are found before the rows. */
export const IS_FAILURE = `
  o.id_tipo_guasto = any(array(select id from odl_tipoguasto where is_mtbf_enabled = 1))
  and o.id_stato = any(array(select id from stato where id_tipo_stato_odl = ${CLOSING}))
  and o.is_mtbf_disabled is distinct from 1`;

export const REASONS = ['tipo', 'escluso', 'annullato', 'aperto', 'senza_fine', 'prima'] as const;
export type Reason = (typeof REASONS)[number];

/** Why an intervention (o), with its type (g) and state (s), does not count; nothing when it does. */
export const reasonSql = (since: string): string => `case
  when g.is_mtbf_enabled is distinct from 1 then 'tipo'
  when o.is_mtbf_disabled = 1 then 'escluso'
  when s.id_tipo_stato_odl = ${CANCELLATION} then 'annullato'
  when s.id_tipo_stato_odl <> ${CLOSING} then 'aperto'
  when o.data_fine is null then 'senza_fine'
  when o.data_fine < ${since} then 'prima' end`;
