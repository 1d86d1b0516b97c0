import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import EmbeddedList from '../../../resources/detail/EmbeddedList.tsx';
import type { Entity } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';

interface FollowUpsTabProps {
  entity: Entity;
  record: RowOf<'odl'>;
  /** Whether the filters are open. The page's header has the button. */
  filtering: boolean;
  onFiltered(): void;
}

export function FollowUpsTab({ entity, record, filtering, onFiltered }: FollowUpsTabProps) {
  const translate = useTranslate();
  const filter = useMemo(() => ({ idInterventoOriginale: record.id, mostraChiusi: 1 }), [record.id]);
  return (
    <EmbeddedList
      entity={entity}
      filter={filter}
      filtering={filtering}
      onFiltered={onFiltered}
      hint={translate('officina.interventions.detail.no_followups')}
    />
  );
}
