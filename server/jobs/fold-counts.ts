/** Folds the rows of the counts that changes have added, so that reading a count stays quick. */
import type { Entity } from '../../schemas/entity.ts';
import { foldCounts } from '../database/counts.ts';
import type { Routine } from './routine.ts';

export const foldingCounts = (entities: Entity[]): Routine => ({
  name: 'conteggi-riordino',
  title: { it: 'Riordino dei conteggi', en: 'Folding of counts' },
  every: { minutes: 10 },
  async run({ context }) {
    await foldCounts(context.database, entities);
    return undefined;
  },
});
