/** The tree below a record. If the user selects another node, it asks, and then opens that node's tab. */

import Paper from '@mui/material/Paper';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import type { TreeNode } from '../../dataProvider/provider.ts';
import { idOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import { useNarrow } from '../context/useNarrow.ts';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { rightsOf } from '../list/ListData.ts';
import { useRowMenu } from '../list/RowMenu.tsx';
import HierarchyTree from './HierarchyTree.tsx';
import { nameOf, STRUCTURE_TAB, widened } from './nodes.ts';

export default function StructureTab({ entity, record }: { entity: Entity; record: Row }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const application = useApplication();
  const narrow = useNarrow();
  const [next, setNext] = useState<TreeNode>();
  const { open, menu } = useRowMenu(entity);
  const id = idOf(entity, record);
  const limits = useMemo(() => widened(entity), [entity]);
  const go = (node: TreeNode) => {
    setNext(undefined);
    const { open: page } = rightsOf(entity, application).of(node);
    if (typeof page === 'string') navigate(`${page}?tab=${STRUCTURE_TAB}`);
  };
  return (
    <Paper
      variant="outlined"
      sx={{ height: 'max(320px, calc(100dvh - 280px))', display: 'flex', flexDirection: 'column', py: 1 }}
    >
      <HierarchyTree
        key={id}
        entity={entity}
        root={id}
        top={record as TreeNode}
        limits={limits}
        memory={`${entity.resource}.open`}
        touch={narrow}
        label={nameOf(entity, record)}
        onChoose={(node) => node.id !== id && setNext(node)}
        onOpen={go}
        onMenu={open}
      />
      {menu}
      {next && (
        <ConfirmDialog
          open
          mild
          title={nameOf(entity, next)}
          confirm={translate('officina.agree')}
          onConfirm={() => go(next)}
          onClose={() => setNext(undefined)}
        >
          {translate(entity.ask.switch ?? 'officina.hierarchy.switch')}
        </ConfirmDialog>
      )}
    </Paper>
  );
}
