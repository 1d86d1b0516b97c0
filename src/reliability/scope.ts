/** Whether the figures of an asset include its child assets. */
import type { Summary } from './reliability-calls.ts';

/** Returns the translation key. Without child assets, both scopes are the same. */
export const scopeOf = ({ viewType, has_children }: Pick<Summary, 'viewType' | 'has_children'>): string =>
  `officina.reliability.scope.${has_children === 1 ? viewType : 'list'}`;
