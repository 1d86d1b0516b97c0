/** An entity with the custom fields of a class, whose definitions are read for each screen. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import { ALL_CLASSES, customised, type Definition } from '../../schemas/custom-fields.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication } from './application.tsx';
import { deviceFirst } from './device-first.ts';

/** Returns the entity; undefined until the definitions are read. Those of the previous class stay until then. */
export function useCustomised(entity: Entity, classId: number | undefined): Entity | undefined {
  const provider = useDataProvider<OfficinaProvider>();
  const { family } = useApplication();
  const id = classId ?? ALL_CLASSES;
  const { data, error } = useQuery<Definition[]>({
    queryKey: ['template', entity.resource, id],
    queryFn: deviceFirst((signal) => provider.template(entity.resource, id, signal)),
    enabled: entity.customFields !== undefined,
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    if (!entity.customFields) return entity;
    // If the definitions cannot be read, the other fields are still displayed.
    const definitions = data ?? (error ? [] : undefined);
    return definitions && customised(entity, definitions, { family });
  }, [entity, data, error, family]);
}

/** Returns the class of a record, or the only class that filters a list. */
export function classIn(entity: Entity, values: Row, by: 'name' | 'query' = 'name'): number | undefined {
  const field = entity.customFields && entity.field(entity.customFields.class);
  const value = Number(field && values[field[by]]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}
