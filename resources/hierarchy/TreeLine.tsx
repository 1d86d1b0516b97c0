/** A line of a tree. Its arrow opens the node, a click selects it, a right click or its button opens the menu. */
import ChevronRightIcon from '@mui/icons-material/ChevronRight';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import { type MouseEvent, useEffect } from 'react';
import { useTranslate } from 'react-admin';
import type { NodeApi, NodeRendererProps, RowRendererProps } from 'react-arborist';
import type { TreeNode } from '../../dataProvider/provider.ts';
import { useLanguage } from '../context/application.tsx';
import { ClassIcon } from '../display/class-icons.tsx';
import { marksOf, type TreeItem } from './nodes.ts';
import { useTreeScope } from './TreeScope.ts';

/** Returns whether a node only leads to other nodes and cannot be selected. */
const isWay = (node: TreeNode | undefined): boolean => node?.is_selectable === 0;

const LINE = {
  cursor: 'pointer',
  borderRadius: 1,
  outlineOffset: -2,
  '&:hover': { bgcolor: 'action.hover' },
  '&[aria-selected="true"]': { bgcolor: 'action.selected', fontWeight: 600 },
  '& .tree-menu': { visibility: 'hidden' },
  '&:hover .tree-menu, &:focus .tree-menu, &[aria-selected="true"] .tree-menu': { visibility: 'visible' },
  '@media (hover: none)': { '& .tree-menu': { visibility: 'visible' } },
};

export function TreeRow({ node: line, attrs, innerRef, children }: RowRendererProps<TreeItem>) {
  const { chosen, onChoose, onOpen, onMenu } = useTreeScope();
  const { node } = line.data;
  return (
    <Box
      {...attrs}
      ref={innerRef}
      style={{ ...attrs.style, minWidth: 0 }}
      aria-selected={node !== undefined && node.id === chosen}
      aria-expanded={line.isLeaf ? undefined : line.isOpen}
      aria-disabled={isWay(node) || undefined}
      onFocus={(event) => {
        // Otherwise the tree takes the focus itself and moves it to another line.
        event.stopPropagation();
        if (!line.isFocused) line.focus();
      }}
      onClick={(event) => {
        line.focus();
        // The second click of a double click opens the page, and does not select again.
        if (!node || event.detail > 1) return;
        if (isWay(node)) line.toggle();
        else onChoose(node);
      }}
      onDoubleClick={() => node && !isWay(node) && onOpen(node)}
      onContextMenu={(event) => {
        if (!node || !onMenu || isWay(node)) return;
        event.preventDefault();
        line.focus();
        onMenu(node, event);
      }}
      sx={LINE}
    >
      {children}
    </Box>
  );
}

export function TreeLine({ node: line, style }: NodeRendererProps<TreeItem>) {
  const { node, more } = line.data;
  return (
    <Box
      style={style}
      sx={{ display: 'flex', alignItems: 'center', height: '100%', gap: 0.5, pr: 0.5, whiteSpace: 'nowrap' }}
    >
      {node ? <NodeLine line={line} node={node} /> : <WaitingLine parent={more} />}
    </Box>
  );
}

/** Performs the action instead of the default effect of a click on the line. */
const stop = (event: MouseEvent, act: () => void) => {
  event.stopPropagation();
  act();
};

function NodeLine({ line, node }: { line: NodeApi<TreeItem>; node: TreeNode }) {
  const language = useLanguage();
  const { entity, iconOf, onMenu } = useTreeScope();
  const icon = iconOf(node);
  const marks = marksOf(entity, node);
  const faint = isWay(node) || marks.length > 0;
  return (
    <>
      {line.isInternal ? <Arrow line={line} /> : <Box component="span" sx={{ width: 24, flexShrink: 0 }} />}
      {icon && <ClassIcon name={icon} fontSize="small" sx={{ color: 'text.secondary', flexShrink: 0 }} />}
      <Box
        component="span"
        title={line.data.name}
        sx={{
          color: faint ? 'text.secondary' : undefined,
          flexGrow: marks.length > 0 ? 0 : 1,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
        }}
      >
        {line.data.name}
      </Box>
      {marks.map((field) => (
        <Chip
          key={field.name}
          size="small"
          variant="outlined"
          label={field.title[language]}
          sx={{ height: 18, fontSize: 11 }}
        />
      ))}
      {onMenu && !isWay(node) && (
        <MenuButton name={line.data.name} onClick={(event) => stop(event, () => onMenu(node, event))} />
      )}
    </>
  );
}

function Arrow({ line }: { line: NodeApi<TreeItem> }) {
  return (
    <Box
      component="span"
      aria-hidden
      onClick={(event) => stop(event, () => line.toggle())}
      onDoubleClick={(event) => event.stopPropagation()}
      sx={{ display: 'inline-flex', p: 0.5, m: -0.5, mr: 0 }}
    >
      {line.isOpen ? <ExpandMoreIcon fontSize="small" /> : <ChevronRightIcon fontSize="small" />}
    </Box>
  );
}

function MenuButton({ name, onClick }: { name: string; onClick(event: MouseEvent): void }) {
  const translate = useTranslate();
  return (
    <IconButton
      className="tree-menu"
      size="small"
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={translate('officina.list.act_on', { action: translate('officina.list.row_menu'), name })}
      onClick={onClick}
      sx={{ p: 0.25, ml: 'auto', flexShrink: 0 }}
    >
      <MoreVertIcon fontSize="small" />
    </IconButton>
  );
}

/** A placeholder for more nodes, which are read once it is visible. */
function WaitingLine({ parent }: { parent: number | undefined }) {
  const translate = useTranslate();
  const { readMore } = useTreeScope();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks when it comes into sight, once.
  useEffect(() => {
    if (parent !== undefined) readMore(parent);
  }, [parent]);
  return (
    <Box component="span" sx={{ pl: 3, color: 'text.secondary', fontStyle: 'italic' }}>
      {translate('officina.loading')}
    </Box>
  );
}
