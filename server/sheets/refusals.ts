/** The reasons to refuse a file as a sheet. */
import { Problem } from '../http/problem.ts';
import { LIMITS } from './limits.ts';

export const notXlsx = (cause?: unknown): Problem => new Problem(415, 'not-xlsx', { cause });
export const tooLarge = (): Problem => new Problem(413, 'sheet-too-large');
export const tooManyRows = (): Problem =>
  new Problem(413, 'sheet-too-many-rows', { params: { max: LIMITS.rows } });
export const tooManyColumns = (): Problem =>
  new Problem(413, 'sheet-too-many-columns', { params: { max: LIMITS.columns } });
export const tooManyMerges = (): Problem =>
  new Problem(413, 'sheet-too-many-merges', { params: { max: LIMITS.merges } });
