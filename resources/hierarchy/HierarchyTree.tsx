/** The rows of an entity as a tree, read level by level, with only the visible lines drawn. */

import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Tree, type TreeApi } from 'react-arborist';
import type { TreeNode } from '../../dataProvider/provider.ts';
import type { Entity } from '../../schemas/entity.ts';
import { errorOf } from '../../schemas/failures.ts';
import { useLanguage } from '../context/application.tsx';
import { ListFailure } from '../list/ListFailure.tsx';
import { itemsBelow, nameOf, type TreeItem } from './nodes.ts';
import { TreeLine, TreeRow } from './TreeLine.tsx';
import { type TreeScope, TreeScopeContext } from './TreeScope.ts';
import { useClassIcons } from './useClassIcons.ts';
import { type Limits, useLevels } from './useLevels.ts';
import { useOpen } from './useOpen.ts';
import { useReveal } from './useReveal.ts';

const LINE_HEIGHT = 32;
const TOUCH_HEIGHT = 48;
const OVERSCAN = 6;

export interface HierarchyTreeProps {
  entity: Entity;
  /** The node whose subtree is drawn; 0 is the whole tree. */
  root?: number;
  /** That node itself, drawn open at the top. */
  top?: TreeNode;
  limits?: Limits;
  chosen?: number;
  /** The key under which the open nodes are stored. */
  memory: string;
  /** A label for screen readers, more precise than the entity's name. */
  label?: string;
  touch?: boolean;
  onChoose(node: TreeNode): void;
  onOpen?(node: TreeNode): void;
  onMenu?: TreeScope['onMenu'];
}

const NONE: Limits = {};
const NOTHING = () => undefined;

/** Returns the height of the box around the tree. */
function useHeight() {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setHeight(element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, height };
}

/** Returns the stored open nodes, and the tree that opens and closes them. */
function useOpenInTree(memory: string, root: number) {
  const api = useRef<TreeApi<TreeItem>>(undefined);
  const { open, set } = useOpen(memory);
  // The tree reads the open nodes only once, at its first render.
  const atFirst = useRef<Record<string, boolean>>({});
  if (!api.current) atFirst.current = Object.fromEntries([...open, root].map((id) => [String(id), true]));
  const storeOpen = useCallback((id: string) => set(Number(id), api.current?.isOpen(id) ?? false), [set]);
  return { api, open, set, openAtFirst: atFirst.current, storeOpen };
}

export default function HierarchyTree(props: HierarchyTreeProps) {
  const { entity, root = 0, top, limits = NONE, chosen, memory, onChoose, onOpen = NOTHING, onMenu } = props;
  const language = useLanguage();
  const { box, height } = useHeight();
  const { api, open, set, openAtFirst, storeOpen } = useOpenInTree(memory, root);
  const { levelOf, readMore, error, retry } = useLevels(entity, root, open, limits);
  const iconOf = useClassIcons(entity);
  const first = levelOf(root);
  const items = useMemo(() => {
    if (!first) return [];
    const below = itemsBelow(root, levelOf, open, (node) => nameOf(entity, node));
    if (!top) return below;
    return [{ id: String(root), name: nameOf(entity, top), node: top, children: below }];
  }, [entity, root, first, levelOf, open, top]);
  useReveal({ entity, root, id: chosen, api, set, levelOf, readMore });
  const scope: TreeScope = { entity, chosen, iconOf, onChoose, onOpen, onMenu, readMore };
  return (
    <Box
      ref={box}
      sx={{ flex: 1, minHeight: 0, typography: 'body2' }}
      onKeyDownCapture={(event) => actByKey(event, api.current, scope)}
    >
      <TreeScopeContext value={scope}>
        {error && !first ? (
          <ListFailure error={errorOf(error)} onRetry={retry} />
        ) : !first ? (
          <Waiting />
        ) : items.length === 0 ? (
          <Empty />
        ) : (
          height > 0 && (
            <Tree<TreeItem>
              ref={(tree) => {
                api.current = tree ?? undefined;
              }}
              aria-label={props.label ?? entity.titles[language]}
              data={items}
              initialOpenState={openAtFirst}
              openByDefault={false}
              width="100%"
              height={height}
              rowHeight={props.touch ? TOUCH_HEIGHT : LINE_HEIGHT}
              indent={18}
              overscanCount={OVERSCAN}
              disableDrag
              disableDrop
              disableMultiSelection
              disableEdit
              renderRow={TreeRow}
              onToggle={storeOpen}
            >
              {TreeLine}
            </Tree>
          )
        )}
      </TreeScopeContext>
    </Box>
  );
}

/** Selects a node with Enter, or opens its page with Ctrl and Enter. The tree handles the arrow keys itself. */
function actByKey(event: KeyboardEvent, api: TreeApi<TreeItem> | undefined, scope: TreeScope): void {
  const line = api?.focusedNode;
  const node = line?.data.node;
  const isInside = event.target instanceof Element && event.target.closest('[role="tree"]');
  if (!line || !node || !isInside) return;
  if (event.key === 'Enter') {
    event.preventDefault();
    event.stopPropagation();
    if (node.is_selectable === 0) line.toggle();
    else if (event.ctrlKey || event.metaKey) scope.onOpen(node);
    else scope.onChoose(node);
  }
}

function Waiting() {
  return (
    <Box sx={{ p: 1, display: 'grid', gap: 1 }} aria-busy>
      {[80, 60, 70, 50, 65].map((width) => (
        <Skeleton key={width} variant="rounded" height={20} width={`${width}%`} />
      ))}
    </Box>
  );
}

function Empty() {
  const translate = useTranslate();
  return (
    <Typography variant="body2" color="textSecondary" sx={{ p: 1.5 }}>
      {translate('officina.hierarchy.empty')}
    </Typography>
  );
}
