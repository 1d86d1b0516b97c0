/** What the open and the closed panel ask for, and the list of the same, by who looks and what the plant has set. Pure. */
import type { Family, SettingOf } from '../../schemas/access.ts';
import type { ListFilter } from './addresses.ts';
import type { WorkQuery } from './calls.ts';

export interface Looking {
  family: Family | undefined;
  me: number;
  setting: SettingOf;
  /** The states that close, once they are known. */
  closing: string | undefined;
}

export interface PanelAsked {
  query: WorkQuery | undefined;
  filter: ListFilter | undefined;
}

export const isAdmin = (family: Family | undefined): boolean => family === 'SUADMIN' || family === 'SUPER';

/** An administrator sees all there is, or what the plant limits him to; everybody else his own. */
export const isLimited = ({ family, setting }: Pick<Looking, 'family' | 'setting'>): boolean =>
  !isAdmin(family) || setting('DashTipoIntervAperti') === '1';

export const isShown = (setting: SettingOf, code: string): boolean => setting(code) !== '0';

/** What colours the rows: their type unless the plant says otherwise, or nothing. */
function coloured(setting: SettingOf): WorkQuery {
  const by = setting('DashboardColRigaType') ?? '1';
  return by === '1' || by === '2' ? { tipoColore: by } : {};
}

export const isColoured = (setting: SettingOf): boolean => coloured(setting).tipoColore !== undefined;

const sorted = (column: string, direction: 'ASC' | 'DESC'): WorkQuery => ({
  orderByCol: column,
  orderByDir: direction,
});

/** Whose work: what the list says in the place of the panel's own parameter. */
const own = ({ family, me }: Looking): ListFilter =>
  family === 'RESP' ? { richiedente: me } : { tecnico: me };

export function openAsked(looking: Looking): PanelAsked {
  const { family, setting } = looking;
  const limited = isLimited(looking);
  const order = family === 'RESP' ? sorted('data_ins', 'DESC') : sorted('data_ordine', 'ASC');
  return {
    query: { assegnati: Number(limited), ...order, ...coloured(setting) },
    filter: !limited ? {} : isAdmin(family) ? { assegnati: '1' } : own(looking),
  };
}

export function closedAsked(looking: Looking): PanelAsked {
  const { family, setting, closing } = looking;
  const limited = isLimited(looking);
  const shared = { mostraChiusi: 1, ...sorted('data_fine', 'DESC'), ...coloured(setting) };
  if (limited && isAdmin(family))
    return { query: { assegnatiChiusi: 1, ...shared }, filter: { assegnatiChiusi: '1', mostraChiusi: '1' } };
  const filter = closing === undefined ? undefined : { ...(limited && own(looking)), idStato: closing };
  if (limited) return { query: { assegnatiChiusi: 1, ...shared }, filter };
  return {
    query: closing === undefined ? undefined : { assegnatiChiusi: 0, idStato: closing, ...shared },
    filter,
  };
}
