/** The header of a form: entity, record, neighbours, history, delete. */
import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import FilterListIcon from '@mui/icons-material/FilterList';
import HistoryIcon from '@mui/icons-material/History';
import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { useBegin } from '../context/origin.ts';
import { useNarrow } from '../context/useNarrow.ts';
import { HelpPopover } from '../display/HelpPopover.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { useDeleteOne } from '../removal/useDelete.tsx';

const HistoryDrawer = lazy(() => import('./HistoryDrawer.tsx'));

interface FormHeaderProps {
  entity: Entity;
  /** The kind of record, if the title does not contain it. */
  above?: string;
  title: string;
  back: string;
  /** The name of the previous page, if it is not the list of the entity. */
  backName?: string;
  readOnly?: boolean;
  children?: ReactNode;
}

/** On a phone the buttons are next to a short title, and below a long one. */
const TITLE_STYLE = {
  flex: { xs: '1 1 auto', sm: '1 1 160px' },
  minWidth: 0,
  maxWidth: { xs: 'calc(100% - 56px)', sm: 'none' },
};
/** The style of an element as wide as the title. */
const ABOVE_STYLE = { width: 0, minWidth: '100%', overflowWrap: 'anywhere' };

export function FormHeader({ entity, above, title, back, backName, readOnly, children }: FormHeaderProps) {
  const translate = useTranslate();
  const language = useLanguage();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
      <IconButton
        component={Link}
        to={back}
        aria-label={translate('officina.form.back_to', { name: backName ?? entity.titles[language] })}
      >
        <ArrowBackIcon />
      </IconButton>
      <Box sx={TITLE_STYLE}>
        {above && (
          <Typography variant="body2" color="textSecondary" sx={ABOVE_STYLE}>
            {above}
          </Typography>
        )}
        <Typography
          component="h1"
          variant="h5"
          sx={{ overflowWrap: 'anywhere', lineHeight: 1.2, fontSize: { xs: '1.0625rem', sm: '1.25rem' } }}
        >
          {title}
        </Typography>
      </Box>
      {readOnly && <Chip size="small" label={translate('officina.form.read_only')} />}
      {entity.help.form && <HelpPopover text={entity.help.form} />}
      {children && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>{children}</Box>
      )}
    </Box>
  );
}

/** A button with a label. On a phone it has only its icon, and the label is for screen readers. */
export function HeaderButton({ label, ...button }: ButtonProps & { label: string }) {
  const narrow = useNarrow();
  if (!narrow)
    return (
      <Button size="small" {...button}>
        {label}
      </Button>
    );
  const { startIcon, color, variant, onClick, ...rest } = button;
  return (
    <IconButton
      color={color ?? (variant === 'contained' ? 'primary' : undefined)}
      onClick={onClick}
      aria-label={label}
      aria-haspopup={rest['aria-haspopup']}
    >
      {startIcon}
    </IconButton>
  );
}

/** A header button that opens another page. */
export function HeaderLink({
  to,
  ...button
}: Pick<ButtonProps, 'startIcon' | 'variant'> & { to: string; label: string }) {
  const begin = useBegin();
  return <HeaderButton {...button} onClick={() => begin(to)} />;
}

/** Opens the filters of the list in the open tab. */
export function HeaderFilters({ onOpen }: { onOpen(): void }) {
  const translate = useTranslate();
  return (
    <HeaderButton
      label={translate('officina.list.filters')}
      startIcon={<FilterListIcon />}
      aria-haspopup="dialog"
      onClick={onOpen}
    />
  );
}

export function HistoryButton({ entity, record }: { entity: Entity; record: Row }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <HeaderButton
        label={translate('officina.history.title')}
        startIcon={<HistoryIcon />}
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
      />
      {open && (
        <Suspense fallback={<Opening />}>
          <HistoryDrawer entity={entity} record={record} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

export function DeleteButton({ entity, record, onDone }: { entity: Entity; record: Row; onDone(): void }) {
  const translate = useTranslate();
  const deletion = useDeleteOne(entity, record, onDone);
  return (
    <>
      <HeaderButton
        label={translate('officina.list.delete')}
        color="error"
        startIcon={<DeleteIcon />}
        onClick={deletion.ask}
      />
      {deletion.dialog}
    </>
  );
}
