/**
 * The parameters of the ranking, as in the page's address. A year and a date range exclude each other. Has no side
 * effects.
 */
import type { ReportParameters } from './reliability-calls.ts';

/** The parameters that are sent. The opened asset is not one of them. */
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

export const initialParameters = (today: string): ReportParameters => ({
  tipoPeriodo: 'Y',
  anno: today.slice(0, 4),
  numberOfSortedObjects: '5',
  orderBy: 'MTBF',
  viewType: 'tree',
});

/** Reads the parameters from an address. Without any, returns the initial ones. */
export function parametersIn(search: URLSearchParams, today: string): ReportParameters {
  const present = NAMES.filter((name) => search.has(name));
  if (present.length === 0) return initialParameters(today);
  const { tipoPeriodo: _, anno: _year, ...usual } = initialParameters(today);
  return { ...usual, ...Object.fromEntries(present.map((name) => [name, search.get(name) || undefined])) };
}

/** Changes the type of period and clears the previous period. */
export const withPeriodType = (
  parameters: ReportParameters,
  type: string,
  today: string,
): ReportParameters => ({
  ...parameters,
  tipoPeriodo: type || undefined,
  anno: type === 'Y' ? today.slice(0, 4) : undefined,
  periodo: undefined,
});

export const rangeOf = ({ periodo = '' }: ReportParameters): [string, string] => {
  const [start = '', end = ''] = periodo.split(',');
  return [start, end];
};

export const withRange = (
  parameters: ReportParameters,
  [start, end]: [string, string],
): ReportParameters => ({
  ...parameters,
  periodo: start || end ? `${start},${end}` : undefined,
});

const pick = (parameters: ReportParameters, names: string[]): ReportParameters =>
  Object.fromEntries(names.flatMap((name) => (parameters[name] ? [[name, parameters[name]]] : [])));

/** Returns the parameters for one asset: the period, and whether the child assets count. */
export const ofOne = (parameters: ReportParameters): ReportParameters => ({
  ...pick(parameters, PERIOD),
  viewType: parameters.viewType === 'list' ? 'list' : 'tree',
});

export const ofRange = (parameters: ReportParameters, start: string, end: string): ReportParameters => ({
  viewType: parameters.viewType,
  tipoPeriodo: 'P',
  periodo: `${start},${end}`,
});

/**
 * Returns the parameters for an address, without empty values. They are never empty, because no parameters mean the
 * initial ones.
 */
export const searchOf = (parameters: ReportParameters): Record<string, string> => ({
  viewType: 'tree',
  ...(pick(parameters, NAMES) as Record<string, string>),
});
