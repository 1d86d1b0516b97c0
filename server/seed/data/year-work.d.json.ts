import type { Once, Open, Refused, Routine, Story } from './shapes.ts';

declare const data: {
  /** By the class of an asset. */
  stories: Record<string, Story[]>;
  /** By the code of an asset, how often in a month. */
  rhythm: Record<string, number>;
  routine: Routine[];
  occasional: Once[];
  refused: Refused[];
  open: Open[];
};
export default data;
