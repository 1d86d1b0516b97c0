/** An entity with the custom fields of a class; their definitions are read anew with each screen. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import { ALL_CLASSES, customised } from '../../schemas/custom-fields.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useHouse } from './application.tsx';

/** Undefined until the definitions have been read; those of the class before stay until then. */
export function useCustomised(entity: Entity, classId: number | undefined): Entity | undefined {
  const provider = useDataProvider<OfficinaProvider>();
  const { family } = useHouse();
  const asked = classId ?? ALL_CLASSES;
  const { data, error } = useQuery({
    queryKey: ['template', entity.resource, asked],
    queryFn: () => provider.template(entity.resource, asked),
    enabled: entity.customFields !== undefined,
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    if (!entity.customFields) return entity;
    // Without their definitions the other fields are still there.
    const definitions = data ?? (error ? [] : undefined);
    return definitions && customised(entity, definitions, { family });
  }, [entity, data, error, family]);
}

/** The class of a record, or the one class that a list is filtered by. */
export function classIn(entity: Entity, values: Row, by: 'name' | 'query' = 'name'): number | undefined {
  const field = entity.customFields && entity.field(entity.customFields.class);
  const value = Number(field && values[field[by]]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}
