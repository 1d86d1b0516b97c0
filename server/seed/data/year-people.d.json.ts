import type { Crew } from '../year/work.ts';

declare const data: {
  /** By '<organisation>/<department>'. */
  crews: Record<string, Crew>;
  /** By organisation. */
  planners: Record<string, string>;
  remarks: Record<'chi_segnala' | 'pianificatore' | 'tecnico', string[]>;
};
export default data;
