/** The name of a row of another entity, read once for all cells that display it. */

import { useGetManyAggregate } from 'react-admin';
import { referenceOf } from '../../schemas/catalogue.ts';
import { displayOf, type Field } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';

export function ReferenceText({ field, value }: { field: Field; value: unknown }) {
  const language = useLanguage();
  const { byResource } = useApplication();
  const reference = referenceOf(field);
  const target = byResource.get(reference.resource);
  const none = value === -1 ? reference.none : undefined;
  const { data } = useGetManyAggregate(
    reference.resource,
    { ids: [Number(value)] },
    { enabled: !none && target !== undefined && typeof value === 'number' },
  );
  if (none) return <>{none[language]}</>;
  const row = data?.find((candidate) => candidate?.id === value);
  return <>{row && target ? displayOf(target, row, language) : `#${value}`}</>;
}
