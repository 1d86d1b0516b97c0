/** The properties that all lines of a tree share. */
import { createContext, type MouseEvent, useContext } from 'react';
import type { TreeNode } from '../../dataProvider/provider.ts';
import type { Entity, Row } from '../../schemas/entity.ts';

export interface TreeScope {
  entity: Entity;
  chosen: number | undefined;
  iconOf(node: Row): string | undefined;
  onChoose(node: TreeNode): void;
  onOpen(node: TreeNode): void;
  /** Opens the menu of a node; undefined if the user has no menu. */
  onMenu?(node: TreeNode, event: MouseEvent): void;
  readMore(parent: number): void;
}

export const TreeScopeContext = createContext<TreeScope | undefined>(undefined);

export function useTreeScope(): TreeScope {
  const scope = useContext(TreeScopeContext);
  if (!scope) throw new Error('A line of a tree is outside the tree');
  return scope;
}
