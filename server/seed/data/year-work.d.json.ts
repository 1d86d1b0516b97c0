import type { Once, Open, Refused, Routine, Story } from './shapes.ts';

declare const data: {
  /** By class of asset. */
  stories: Record<string, Story[]>;
  /** Failures per month by code of asset. */
  rhythm: Record<string, number>;
  routine: Routine[];
  occasional: Once[];
  refused: Refused[];
  open: Open[];
};
export default data;
