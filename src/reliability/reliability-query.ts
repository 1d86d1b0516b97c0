/** What is asked for, as the address has it. A year and a range exclude each other. Pure. */
import type { Asked } from './reliability-calls.ts';

/** Which of them are sent; the asset that is looked at is not. */
const NAMES = [
  'idOrganizzazione',
  'idReparto',
  'idClasseObj',
  'idTipoAssetCritico',
  'tipoPeriodo',
  'anno',
  'periodo',
  'orderBy',
  'numberOfSortedObjects',
  'viewType',
];
const PERIOD = ['tipoPeriodo', 'anno', 'periodo'];

export const firstAsked = (today: string): Asked => ({
  tipoPeriodo: 'Y',
  anno: today.slice(0, 4),
  numberOfSortedObjects: '5',
  orderBy: 'MTBF',
  viewType: 'tree',
});

/** An address that says nothing asks for what one begins with. */
export function askedIn(search: URLSearchParams, today: string): Asked {
  const told = NAMES.filter((name) => search.has(name));
  if (told.length === 0) return firstAsked(today);
  const { tipoPeriodo: _, anno: _year, ...usual } = firstAsked(today);
  return { ...usual, ...Object.fromEntries(told.map((name) => [name, search.get(name) || undefined])) };
}

/** The other kind of period takes the one before with it. */
export const withPeriodType = (asked: Asked, type: string, today: string): Asked => ({
  ...asked,
  tipoPeriodo: type || undefined,
  anno: type === 'Y' ? today.slice(0, 4) : undefined,
  periodo: undefined,
});

export const rangeOf = ({ periodo = '' }: Asked): [string, string] => {
  const [start = '', end = ''] = periodo.split(',');
  return [start, end];
};

export const withRange = (asked: Asked, [start, end]: [string, string]): Asked => ({
  ...asked,
  periodo: start || end ? `${start},${end}` : undefined,
});

const some = (asked: Asked, names: string[]): Asked =>
  Object.fromEntries(names.flatMap((name) => (asked[name] ? [[name, asked[name]]] : [])));

/** Of one asset: the period, and whether what stands below it counts. */
export const ofOne = (asked: Asked): Asked => ({
  ...some(asked, PERIOD),
  viewType: asked.viewType === 'list' ? 'list' : 'tree',
});

export const ofRange = (asked: Asked, start: string, end: string): Asked => ({
  viewType: asked.viewType,
  tipoPeriodo: 'P',
  periodo: `${start},${end}`,
});

/** For the address: nothing that is empty, but always something, so that it is not taken for none. */
export const searchOf = (asked: Asked): Record<string, string> => ({
  viewType: 'tree',
  ...(some(asked, NAMES) as Record<string, string>),
});
