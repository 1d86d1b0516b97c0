/** A dialog to choose a row of a list, by search and by switches, which are filters of the list (x-pick). */
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import type { Entity, Picked } from '../../schemas/entity.ts';
import { PAGE_SIZE } from '../../schemas/paging.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { SearchInput } from '../list/SearchInput.tsx';
import type { ListPickerProps } from './list-picker.ts';
import { PickDialog } from './PickDialog.tsx';
import { PickTable } from './PickTable.tsx';

type On = Record<string, boolean>;

/** Returns the switches. Settings define their initial positions. Changes by the user stay until the dialog closes. */
function useSwitches({ switches }: Picked): [On | undefined, (filter: string, on: boolean) => void] {
  const { askSettings } = useApplication();
  const [changed, setChanged] = useState<On>({});
  const settings = switches.flatMap(({ setting }) => setting ?? []);
  const { data, error } = useQuery({
    queryKey: ['settings', settings],
    queryFn: () => askSettings(settings),
  });
  const settled = data ?? (error ? () => undefined : undefined);
  const initial =
    settled &&
    Object.fromEntries(
      switches.map(({ filter, setting }) => [filter, !!setting && settled(setting) === '1']),
    );
  return [initial && { ...initial, ...changed }, (filter, on) => setChanged({ ...changed, [filter]: on })];
}

/** Reads the rows after the settings are read, because otherwise rows would appear and disappear. */
function useNarrowed({ entity, pick, values }: ListPickerProps) {
  const [on, turn] = useSwitches(pick);
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const filters = pick.switches
    .filter(({ filter }) => on?.[filter])
    .map(({ filter, of }) => [filter, of === undefined ? '1' : values[of]]);
  const list = useGetList(
    entity.resource,
    {
      pagination: { page, perPage: PAGE_SIZE },
      sort: { field: entity.sort[0], order: entity.sort[1] },
      filter: { ...Object.fromEntries(filters), filtro: search || undefined },
    },
    { enabled: on !== undefined, placeholderData: (before) => before },
  );
  return {
    list,
    on,
    page,
    setPage,
    search,
    find(text: string) {
      setPage(1);
      setSearch(text);
    },
    turn(filter: string, to: boolean) {
      setPage(1);
      turn(filter, to);
    },
  };
}

export default function ListPicker(props: ListPickerProps) {
  const { entity, pick, chosen, onChoose, onClose } = props;
  const translate = useTranslate();
  const narrowed = useNarrowed(props);
  return (
    <PickDialog title={translate(pick.title)} onClose={onClose}>
      <Switches entity={entity} pick={pick} narrowed={narrowed} />
      <PickTable
        entity={entity}
        list={narrowed.list}
        page={narrowed.page}
        onPage={narrowed.setPage}
        chosen={chosen}
        onAdd={onChoose}
      />
    </PickDialog>
  );
}

interface SwitchesProps {
  entity: Entity;
  pick: Picked;
  narrowed: ReturnType<typeof useNarrowed>;
}

/** The switches, with the titles of the list's filters. */
function Switches({ entity, pick, narrowed }: SwitchesProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const labelOf = (filter: string) => entity.fields.find(({ query }) => query === filter)?.title[language];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
      <SearchInput
        label={translate('officina.list.search_in', { name: entity.titles[language] })}
        text={narrowed.search}
        onSearch={narrowed.find}
        sx={{ flex: '1 1 220px', maxWidth: { sm: 360 } }}
      />
      {(narrowed.on ? pick.switches : []).map(({ filter }) => (
        <FormControlLabel
          key={filter}
          control={
            <Switch
              checked={narrowed.on?.[filter] ?? false}
              onChange={(_event, to) => narrowed.turn(filter, to)}
            />
          }
          label={labelOf(filter)}
          sx={{ minHeight: 48, mr: 1 }}
        />
      ))}
    </Box>
  );
}
