/** The rows that a reference offers for the typed text, from the list of their entity or from a call of the field. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDataProvider, useGetList, useGetMany } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import { idOf, referenceOf } from '../../schemas/catalogue.ts';
import {
  displayColumns,
  displayOf,
  type Entity,
  type Field,
  type Language,
  type Row,
  type Text,
} from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { fitting } from '../hierarchy/nodes.ts';

export interface Option {
  id: number;
  text: string;
  /** The code, if the name does not contain it. */
  code?: string;
}

const OPTIONS = 20;

const optionOf = (target: Entity, row: Row, language: Language): Option => {
  const key = target.key?.[0];
  const code = key && !displayColumns(target.display).includes(key) ? String(row[key] ?? '') : undefined;
  return {
    id: idOf(target, row),
    text: displayOf(target, row, language) || code || String(row[target.id]),
    code,
  };
};

const noneOption = (none: Text | undefined, language: Language): Option[] =>
  none ? [{ id: -1, text: none[language] }] : [];

interface Found {
  error: unknown;
  data?: Row[];
  isFetching: boolean;
}

/** Returns the rows that the field's own call returns for the typed text. */
function useRowsFrom(from: string | undefined, typed: string, open: boolean): Found {
  const provider = useDataProvider<OfficinaProvider>();
  return useQuery({
    queryKey: ['choices', from, typed],
    queryFn: async () => {
      const search = `filtro=${encodeURIComponent(typed)}&pag=1&max_rows=${OPTIONS}`;
      return provider.choices(`${from}${from?.includes('?') ? '&' : '?'}${search}`);
    },
    enabled: open && from !== undefined,
    placeholderData: keepPreviousData,
  });
}

interface Search {
  typed: string;
  where: Row;
  from: string | undefined;
  open: boolean;
}

/** Returns the options for the typed text, and the chosen rows with their names. */
export function useOptions(field: Field, chosen: number[], { typed, where, from, open }: Search) {
  const language = useLanguage();
  const reference = referenceOf(field);
  const target = useApplication().byResource.get(reference.resource);
  const none = useMemo(() => noneOption(reference.none, language), [reference.none, language]);
  const ids = chosen.filter((id) => id !== -1);
  const named = useGetMany(reference.resource, { ids }, { enabled: ids.length > 0 && target !== undefined });
  const listed: Found = useGetList(
    reference.resource,
    {
      pagination: { page: 1, perPage: OPTIONS },
      sort: target && { field: target.sort[0], order: target.sort[1] },
      filter: { ...(target && fitting(target, where)), filtro: typed || undefined },
    },
    {
      enabled: open && target !== undefined && from === undefined,
      placeholderData: (previous) => previous,
    },
  );
  const answered = useRowsFrom(from, typed, open);
  const found = from === undefined ? listed : answered;
  const fits = (option: Option): boolean => option.text.toLowerCase().includes(typed.toLowerCase());
  const rows = target ? (found.data ?? []).map((row) => optionOf(target, row, language)) : [];
  const names = target
    ? (named.data ?? []).filter(Boolean).map((row) => optionOf(target, row, language))
    : [];
  const availableOptions = [...none, ...names, ...rows];
  return {
    target,
    options: [...none.filter(fits), ...rows],
    rowOf: (id: number) => found.data?.find((row) => target && idOf(target, row) === id),
    chosenOptions: chosen.map(
      (id) =>
        availableOptions.find((option) => option.id === id) ?? { id, text: named.isLoading ? '…' : `#${id}` },
    ),
    fetching: found.isFetching,
    /** Whether nothing was typed, and there are no rows. */
    none: typed === '' && found.error === null && found.data?.length === 0,
  };
}
