/** The queries of the open and closed panels, and their lists, by user and settings. Has no side effects. */
import { administers, type Family, type SettingOf } from '../../schemas/access.ts';
import { COLOUR_OF } from '../../schemas/interventions.ts';
import type { WorkQuery } from './home-calls.ts';
import type { ListFilter } from './list-links.ts';

export interface Viewer {
  family: Family | undefined;
  me: number;
  setting: SettingOf;
  /** The ids of the closing states; undefined while they load. */
  closing: string | undefined;
}

export interface PanelQuery {
  query: WorkQuery | undefined;
  filter: ListFilter | undefined;
}

/** Returns whether the user sees only their own work. A setting can limit administrators too. */
export const isLimited = ({ family, setting }: Pick<Viewer, 'family' | 'setting'>): boolean =>
  !administers(family) || setting('DashTipoIntervAperti') === '1';

export const isVisible = (setting: SettingOf, code: string): boolean => setting(code) !== '0';

/**
 * Returns the query of the colour of rows. A setting defines whether it is that of their type, of another property,
 * or none.
 */
function colourQuery(setting: SettingOf): WorkQuery {
  const by = setting('DashboardColRigaType') ?? COLOUR_OF.type;
  return by === COLOUR_OF.type || by === COLOUR_OF.state ? { tipoColore: by } : {};
}

export const isColoured = (setting: SettingOf): boolean => colourQuery(setting).tipoColore !== undefined;

const sortedBy = (column: string, direction: 'ASC' | 'DESC'): WorkQuery => ({
  orderByCol: column,
  orderByDir: direction,
});

/** Returns the list filter for the user's own work. */
const ownWork = ({ family, me }: Viewer): ListFilter =>
  family === 'RESP' ? { richiedente: me } : { tecnico: me };

export function openQuery(viewer: Viewer): PanelQuery {
  const { family, setting } = viewer;
  const limited = isLimited(viewer);
  const order = family === 'RESP' ? sortedBy('data_ins', 'DESC') : sortedBy('data_ordine', 'ASC');
  return {
    query: { assegnati: Number(limited), ...order, ...colourQuery(setting) },
    filter: !limited ? {} : administers(family) ? { assegnati: '1' } : ownWork(viewer),
  };
}

export function closedQuery(viewer: Viewer): PanelQuery {
  const { family, setting, closing } = viewer;
  const limited = isLimited(viewer);
  const shared = { mostraChiusi: 1, ...sortedBy('data_fine', 'DESC'), ...colourQuery(setting) };
  if (limited && administers(family))
    return { query: { assegnatiChiusi: 1, ...shared }, filter: { assegnatiChiusi: '1', mostraChiusi: '1' } };
  const filter = closing === undefined ? undefined : { ...(limited && ownWork(viewer)), idStato: closing };
  if (limited) return { query: { assegnatiChiusi: 1, ...shared }, filter };
  return {
    query: closing === undefined ? undefined : { assegnatiChiusi: 0, idStato: closing, ...shared },
    filter,
  };
}
