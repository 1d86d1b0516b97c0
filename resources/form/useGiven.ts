/** The values that the address gives to a new row below another. A value that is not valid there is left empty. */

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider } from 'react-admin';
import { useParams } from 'react-router';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import { having } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { parametersOf } from '../context/routes.ts';
import { filled } from '../widgets/ChoicesWidget.tsx';

function idsIn(route: string, parameters: Record<string, string | undefined>): Row {
  const ids = parametersOf(route).map((name) => [name, Number(parameters[name])] as const);
  return Object.fromEntries(ids.filter(([, id]) => Number.isInteger(id) && id > 0));
}

/** Returns undefined until the fitting choices are read. */
export function useGiven(entity: Entity): Row | undefined {
  const provider = useDataProvider<OfficinaProvider>();
  const key = JSON.stringify(idsIn(entity.routes.child!, useParams()));
  const given = useMemo((): Row => JSON.parse(key), [key]);
  const parent = having(entity, 'hierarchy').hierarchy.parent;
  const limited = Object.keys(given)
    .filter((name) => name !== parent)
    .flatMap((name) => entity.field(name) ?? [])
    .filter((field) => field.choicesFrom);
  const { data, error } = useQuery({
    queryKey: ['given', entity.resource, given],
    queryFn: async () => {
      const fitting: Row = { ...given };
      for (const { name, choicesFrom } of limited) {
        const ids = (await provider.choices(filled(choicesFrom!, given))).map(({ id }) => id);
        // If only one choice is valid, it is selected.
        if (!ids.includes(given[name])) fitting[name] = ids.length === 1 ? ids[0] : undefined;
      }
      return fitting;
    },
    enabled: limited.length > 0,
  });
  return limited.length === 0 || error ? given : data;
}
