/** The rows of the master list: to the left of the table, or on a phone in a select above it. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { displayOf, type Row } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { useNarrow } from '../context/useNarrow.ts';
import { Failure } from '../feedback/Failure.tsx';
import { ReferencePicker } from '../widgets/ReferencePicker.tsx';
import { type ChosenMaster, MASTERS, useChosenMaster, useMasters } from './master.ts';
import { SearchInput } from './SearchInput.tsx';
import { SidePane } from './SidePane.tsx';

/** The number of rows above which the list has a search input. */
const SEARCHED_ABOVE = 10;

interface PaneProps {
  master: ChosenMaster;
  onChoose(id: number): void;
}

export default function MasterPane() {
  const narrow = useNarrow();
  const { filterValues, setFilters, onUnselectItems } = useListContext();
  const master = useChosenMaster();
  const unselect = useRef(onUnselectItems);
  unselect.current = onUnselectItems;
  // Another master row displays other rows, so that the selected ones are no longer visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another master row is selected.
  useEffect(() => unselect.current(), [master?.id]);
  if (!master) return null;
  const choose = (id: number) => setFilters({ ...filterValues, [master.field.query]: id });
  return narrow ? (
    <MasterBox master={master} onChoose={choose} />
  ) : (
    <MasterList master={master} onChoose={choose} />
  );
}

function MasterBox({ master: { field, id }, onChoose }: PaneProps) {
  const language = useLanguage();
  return (
    <ReferencePicker
      id={`master-${field.name}`}
      field={field}
      label={field.title[language]}
      value={[id]}
      notClearable
      onChange={([next]) => next !== undefined && onChoose(next)}
    />
  );
}

function useVisibleMasters(master: ChosenMaster) {
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [count, setCount] = useState(MASTERS);
  const { data = [], total = 0, error, refetch } = useMasters(master, typed, count);
  const { target, id, name } = master;
  const rows = data.map((row) => ({
    id: Number(row.id),
    text: displayOf(target, row as Row, language) || String(row.id),
  }));
  // A link may open a row that is not among the first.
  const apart = typed === '' && name !== '' && data.length > 0 && !rows.some((row) => row.id === id);
  return {
    error,
    retry: refetch,
    rows: apart ? [{ id, text: name }, ...rows] : rows,
    typed,
    search: setTyped,
    searched: typed !== '' || total > SEARCHED_ABOVE,
    more: total > data.length ? () => setCount(count + MASTERS) : undefined,
  };
}

function MasterList({ master, onChoose }: PaneProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const { rows, typed, search, searched, more, error, retry } = useVisibleMasters(master);
  const name = master.target.titles[language];
  return (
    <SidePane sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
      <Typography component="h2" variant="subtitle2" sx={{ px: 1.5, pt: 1.25, pb: 0.75 }}>
        {name}
      </Typography>
      {searched && (
        <SearchInput
          label={translate('officina.list.search_in', { name })}
          text={typed}
          onSearch={search}
          sx={{ mx: 1, mb: 0.5 }}
        />
      )}
      <Box sx={{ overflow: 'auto', minHeight: 0, pb: 0.5 }}>
        {rows.length === 0 && error && (
          <Box sx={{ px: 1 }}>
            <Failure error={error} onRetry={retry} />
          </Box>
        )}
        {rows.length === 0 && !error && (
          <Typography color="textSecondary" variant="body2" role="status" sx={{ px: 2, py: 1 }}>
            {translate('officina.form.no_options')}
          </Typography>
        )}
        {rows.length > 0 && (
          <MenuList role="listbox" aria-label={name} dense sx={{ py: 0 }}>
            {rows.map(({ id, text }) => (
              <MasterItem key={id} text={text} chosen={id === master.id} onChoose={() => onChoose(id)} />
            ))}
          </MenuList>
        )}
        {more && (
          <Button size="small" onClick={more} sx={{ mx: 1 }}>
            {translate('officina.list.more')}
          </Button>
        )}
      </Box>
    </SidePane>
  );
}

function MasterItem({ text, chosen, onChoose }: { text: string; chosen: boolean; onChoose(): void }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <MenuItem
      ref={item}
      role="option"
      aria-selected={chosen}
      selected={chosen}
      onClick={onChoose}
      sx={{
        whiteSpace: 'normal',
        overflowWrap: 'anywhere',
        mx: 0.5,
        borderRadius: 1,
        fontWeight: chosen ? 600 : 400,
      }}
    >
      {text}
    </MenuItem>
  );
}
