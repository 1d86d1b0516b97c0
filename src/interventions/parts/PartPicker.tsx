/** The parts to choose from for an intervention: searched, and narrowed by what its asset had and by what is in stock. */
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { useHouse, useLanguage } from '../../../resources/House.tsx';
import { PickDialog } from '../../../resources/hierarchy/PickDialog.tsx';
import { PickTable } from '../../../resources/hierarchy/PickTable.tsx';
import { SearchInput } from '../../../resources/list/SearchInput.tsx';
import type { Entity } from '../../../schemas/entity.ts';
import { PAGE_SIZE } from '../../../schemas/paging.ts';

/** The switches, by the filters of the list of parts; a setting says how one begins. Those of an asset take its id. */
const SWITCHES = [
  { filter: 'idOggetto', setting: 'SelectPartsByObj', ofAsset: true },
  { filter: 'showOnlyPositiveQuantity', setting: 'SelectPartsPositive' },
  { filter: 'aggiungiFigli' },
  { filter: 'idOggettoForConsigliati', setting: 'SelectPartsSuggested', ofAsset: true },
];
const SETTINGS = SWITCHES.flatMap(({ setting }) => setting ?? []);

type On = Record<string, boolean>;

/** The plant says how the switches begin; what a person turns stays until the dialog is closed. */
function useSwitches(): [On | undefined, (filter: string, on: boolean) => void] {
  const { askSettings } = useHouse();
  const [turned, setTurned] = useState<On>({});
  const { data, error } = useQuery({
    queryKey: ['settings', SETTINGS],
    queryFn: () => askSettings(SETTINGS),
  });
  const known = data ?? (error ? () => undefined : undefined);
  const begun =
    known &&
    Object.fromEntries(SWITCHES.map(({ filter, setting }) => [filter, !!setting && known(setting) === '1']));
  return [begun && { ...begun, ...turned }, (filter, on) => setTurned({ ...turned, [filter]: on })];
}

/** What is asked for; undefined until the settings are known, so that nothing is shown that goes away again. */
function usePartList(entity: Entity, asset: number) {
  const [on, turn] = useSwitches();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const filters = SWITCHES.filter(({ filter }) => on?.[filter]).map(({ filter, ofAsset }) => [
    filter,
    ofAsset ? asset : '1',
  ]);
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

interface PartPickerProps {
  asset: number;
  chosen: number[];
  onChoose(id: number): void;
  onClose(): void;
}

export default function PartPicker({ asset, chosen, onChoose, onClose }: PartPickerProps) {
  const translate = useTranslate();
  const entity = useHouse().byName.entity('spare-part');
  const parts = usePartList(entity, asset);
  return (
    <PickDialog title={translate('officina.interventions.detail.pick_part_title')} onClose={onClose}>
      <PartFilters entity={entity} parts={parts} />
      <PickTable
        entity={entity}
        list={parts.list}
        page={parts.page}
        onPage={parts.setPage}
        chosen={chosen}
        onAdd={onChoose}
      />
    </PickDialog>
  );
}

/** The switches are named as the filters of the list of parts are. */
function PartFilters({ entity, parts }: { entity: Entity; parts: ReturnType<typeof usePartList> }) {
  const translate = useTranslate();
  const language = useLanguage();
  const labelOf = (filter: string) => entity.fields.find(({ query }) => query === filter)?.title[language];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, alignItems: 'center' }}>
      <SearchInput
        label={translate('officina.list.search_in', { name: entity.titles[language] })}
        asked={parts.search}
        onSearch={parts.find}
        sx={{ flex: '1 1 220px', maxWidth: { sm: 360 } }}
      />
      {(parts.on ? SWITCHES : []).map(({ filter }) => (
        <FormControlLabel
          key={filter}
          control={
            <Switch checked={parts.on?.[filter] ?? false} onChange={(_event, to) => parts.turn(filter, to)} />
          }
          label={labelOf(filter)}
          sx={{ minHeight: 48, mr: 1 }}
        />
      ))}
    </Box>
  );
}
