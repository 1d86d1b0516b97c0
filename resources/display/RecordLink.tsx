/** The name of a record, as a link to its page if the user may open it. */
import Link from '@mui/material/Link';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import type { Entity } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import { addressOf } from '../context/routes.ts';

interface RecordLinkProps {
  entity: Entity | undefined;
  id: unknown;
  children: ReactNode;
}

export function RecordLink({ entity, id, children }: RecordLinkProps) {
  const { may } = useApplication();
  if (!entity?.routes.detail || !may(entity.access.read) || typeof id !== 'number') return children;
  return (
    <Link component={RouterLink} to={addressOf(entity.routes.detail, id)}>
      {children}
    </Link>
  );
}
