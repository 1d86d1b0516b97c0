/** Returns the icon of a row's class, if the class has one. */
import { useMemo } from 'react';
import { useGetList } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { PAGE_SIZE_MAX } from '../../schemas/paging.ts';
import { useApplication } from '../context/application.tsx';

const ALL = { pagination: { page: 1, perPage: PAGE_SIZE_MAX } };

export function useClassIcons(entity: Entity): (row: Row) => string | undefined {
  const { byResource } = useApplication();
  const field = entity.customFields && entity.field(entity.customFields.class);
  const target = field?.reference && byResource.get(field.reference.resource);
  const icon = target?.fields.find(({ kind }) => KINDS[kind].pictured);
  const { data } = useGetList(target?.resource ?? '', ALL, { enabled: icon !== undefined });
  return useMemo(() => {
    const icons = new Map(data?.map((row) => [Number(row.id), String(row[icon?.name ?? ''] ?? '')]));
    return (row) => (field ? icons.get(Number(row[field.name])) : undefined);
  }, [data, field, icon]);
}
