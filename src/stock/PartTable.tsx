/** The table of parts, with pictures if the plant's setting says so. */

import Box from '@mui/material/Box';
import { useListContext } from 'react-admin';
import { GLIMPSE } from '../../resources/files/glimpse.ts';
import { EntityTable } from '../../resources/list/EntityTable.tsx';
import { useEntity } from '../../resources/list/ListData.ts';
import { displayOf } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';
import { useCovers } from './covers.ts';

const SIDE = 28;

export function PartTable() {
  const entity = useEntity();
  const { data = [] } = useListContext();
  const covers = useCovers(
    data.map((row) => row.id),
    true,
  );
  const mark = (row: RowOf<'ricambio'>) => {
    const image = covers.get(row.id);
    return (
      <Box
        component={image ? 'img' : 'span'}
        {...(image && { src: image, alt: displayOf(entity, row) })}
        sx={{
          ...GLIMPSE,
          width: SIDE,
          height: SIDE,
          mr: 1,
          borderRadius: 1,
          bgcolor: 'action.hover',
          objectFit: 'cover',
          verticalAlign: 'middle',
          display: 'inline-block',
        }}
      />
    );
  };
  return <EntityTable mark={mark} />;
}
