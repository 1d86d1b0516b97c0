/** The path from the root of the tree to a record, with or without links to the records above. */

import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslate } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { idOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import { rightsOf } from '../list/ListData.ts';
import { nameOf } from './nodes.ts';
import { useWay } from './useWay.ts';

interface WayProps {
  entity: Entity;
  record: Row;
  /** Without links, which take much room on a phone. */
  plain?: boolean;
}

export function Way({ entity, record, plain = false }: WayProps) {
  const translate = useTranslate();
  const application = useApplication();
  const way = useWay(entity, idOf(entity, record));
  const above = way?.slice(0, -1) ?? [];
  if (above.length === 0) return null;
  return (
    <Box component="nav" aria-label={translate('officina.hierarchy.way')}>
      <Box
        component="ol"
        sx={{
          listStyle: 'none',
          m: 0,
          mb: 0.5,
          p: 0,
          display: 'flex',
          flexWrap: 'wrap',
          typography: 'body2',
          color: 'text.secondary',
          '& li:not(:first-of-type)::before': { content: '"›"', mx: 0.75 },
          '@media (pointer: coarse)': {
            alignItems: 'center',
            '& a': { display: 'inline-flex', alignItems: 'center', minWidth: 48, minHeight: 48 },
          },
        }}
      >
        {above.map((node) => {
          const { open } = rightsOf(entity, application).of(node);
          return (
            <li key={node.id}>
              {!plain && typeof open === 'string' && node.is_selectable !== 0 ? (
                <Link component={RouterLink} to={open} color="inherit" underline="hover">
                  {nameOf(entity, node)}
                </Link>
              ) : (
                nameOf(entity, node)
              )}
            </li>
          );
        })}
      </Box>
    </Box>
  );
}
