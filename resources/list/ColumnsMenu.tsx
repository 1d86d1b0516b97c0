/** The choice and order of the table's columns, stored per user. */
import ArrowDownIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpIcon from '@mui/icons-material/ArrowUpward';
import ViewWeekIcon from '@mui/icons-material/ViewWeek';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Switch from '@mui/material/Switch';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../context/application.tsx';
import { heightBelow } from './below-button.ts';
import type { Column } from './list-columns.ts';
import { useColumns } from './useColumns.ts';

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
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': title,
            sx: { p: 1.5, minWidth: 260, maxHeight: heightBelow(anchor) },
          },
        }}
      >
        <ColumnChoices />
      </Popover>
    </>
  );
}

function ColumnChoices() {
  const translate = useTranslate();
  const { columns, isVisible, show, move, reset } = useColumns();
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {columns.map((column, index) => (
          <ColumnChoice
            key={column.source}
            column={column}
            visible={isVisible(column)}
            onShow={(visible) => show(column, visible)}
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
  visible: boolean;
  onShow(visible: boolean): void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

function ColumnChoice({ column: { field }, visible, onShow, onUp, onDown }: ColumnChoiceProps) {
  const translate = useTranslate();
  const name = field.title[useLanguage()];
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center' }}>
      <FormControlLabel
        label={name}
        sx={{ flex: 1, mr: 1 }}
        control={<Switch size="small" checked={visible} onChange={(_event, next) => onShow(next)} />}
      />
      <MoveButton
        label={translate('officina.list.column_up', { name })}
        onMove={onUp}
        icon={<ArrowUpIcon />}
      />
      <MoveButton
        label={translate('officina.list.column_down', { name })}
        onMove={onDown}
        icon={<ArrowDownIcon />}
      />
    </Box>
  );
}

interface MoveButtonProps {
  label: string;
  onMove: (() => void) | undefined;
  icon: ReactNode;
}

/**
 * A button that moves a column. It keeps the focus at the first and last position, which a disabled button would
 * lose.
 */
const MoveButton = ({ label, onMove, icon }: MoveButtonProps) => (
  <IconButton
    size="small"
    aria-disabled={!onMove}
    onClick={onMove}
    aria-label={label}
    sx={{
      fontSize: '1.125rem',
      '& svg': { fontSize: 'inherit' },
      '&[aria-disabled="true"]': { opacity: 0.3 },
    }}
  >
    {icon}
  </IconButton>
);
