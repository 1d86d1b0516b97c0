/** What the figures of an asset are of: it alone, or with what stands below it. */
import type { Summary } from './reliability-calls.ts';

/** The key of the words. Where nothing stands below, both are the same question. */
export const scopeOf = ({ viewType, has_children }: Pick<Summary, 'viewType' | 'has_children'>): string =>
  `officina.reliability.scope.${has_children === 1 ? viewType : 'list'}`;
