/** Which columns the table shows, and in which order; kept for each person. */
import ArrowDownIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpIcon from '@mui/icons-material/ArrowUpward';
import ViewWeekIcon from '@mui/icons-material/ViewWeek';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { useLanguage } from '../House.tsx';
import { type Column, columnsOf } from './columns.ts';
import { useEntity, useRights } from './ListData.ts';

/** react-admin's table reads the hidden sources and the ranks of its columns from these places of the store. */
function useColumns() {
  const entity = useEntity();
  const place = `${entity.resource}.datatable`;
  const [hidden, setHidden] = useStore<string[]>(place, []);
  const [ranks, setRanks] = useStore<number[] | undefined>(`${place}_columnRanks`);
  const columns = columnsOf(entity);
  // The boxes that select rows are a column too, the first, and stay there.
  const first = useRights().canDelete ? 1 : 0;
  const own = (ranks ?? [])
    .map((rank) => rank - first)
    .filter((index) => index >= 0 && index < columns.length);
  const order = [...new Set([...own, ...columns.keys()])];
  return {
    columns: order.map((index) => columns[index]!),
    isShown: ({ source }: Column) => !hidden.includes(source),
    show: ({ source }: Column, shown: boolean) =>
      setHidden(shown ? hidden.filter((one) => one !== source) : [...hidden, source]),
    move(from: number, to: number) {
      const next = order.toSpliced(from, 1).toSpliced(to, 0, order[from]!);
      setRanks([...Array(first).keys(), ...next.map((index) => index + first)]);
    },
    reset() {
      setHidden([]);
      setRanks(undefined);
    },
  };
}

export function ColumnsMenu() {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const title = translate('officina.list.columns');
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewWeekIcon />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {title}
      </Button>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor}
        onClose={() => setAnchor(undefined)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': title, sx: { p: 1.5, minWidth: 260 } } }}
      >
        <ColumnChoices />
      </Popover>
    </>
  );
}

function ColumnChoices() {
  const translate = useTranslate();
  const { columns, isShown, show, move, reset } = useColumns();
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {columns.map((column, index) => (
          <ColumnChoice
            key={column.source}
            column={column}
            shown={isShown(column)}
            onShow={(shown) => show(column, shown)}
            onUp={index > 0 ? () => move(index, index - 1) : undefined}
            onDown={index < columns.length - 1 ? () => move(index, index + 1) : undefined}
          />
        ))}
      </Box>
      <Button size="small" onClick={reset}>
        {translate('officina.list.columns_reset')}
      </Button>
    </>
  );
}

interface ColumnChoiceProps {
  column: Column;
  shown: boolean;
  onShow(shown: boolean): void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function ColumnChoice({ column: { field }, shown, onShow, onUp, onDown }: ColumnChoiceProps) {
  const translate = useTranslate();
  const name = field.title[useLanguage()];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <FormControlLabel
        label={name}
        sx={{ flex: 1, mr: 1 }}
        control={<Switch size="small" checked={shown} onChange={(_event, next) => onShow(next)} />}
      />
      <IconButton
        size="small"
        disabled={!onUp}
        onClick={onUp}
        aria-label={translate('officina.list.column_up', { name })}
      >
        <ArrowUpIcon fontSize="inherit" />
      </IconButton>
      <IconButton
        size="small"
        disabled={!onDown}
        onClick={onDown}
        aria-label={translate('officina.list.column_down', { name })}
      >
        <ArrowDownIcon fontSize="inherit" />
      </IconButton>
    </Box>
  );
}
