import type { Crew } from './shapes.ts';

declare const data: {
  /** By '<organisation>/<department>'. */
  crews: Record<string, Crew>;
  /** By organisation. */
  planners: Record<string, string>;
  remarks: Record<'chi_segnala' | 'pianificatore' | 'tecnico', string[]>;
};
export default data;
