/** Where one is: the entity, the record, its neighbours, its history, its deletion. */
import ArrowBackIcon from '@mui/icons-material/ArrowBack';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import HistoryIcon from '@mui/icons-material/History';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Entity, Row } from '../../schemas/entity.ts';
import { HelpPopover } from '../HelpPopover.tsx';
import { useLanguage } from '../House.tsx';
import { useDeleteOne } from '../useDelete.tsx';

const HistoryDrawer = lazy(() => import('./HistoryDrawer.tsx'));

interface FormHeaderProps {
  entity: Entity;
  title: string;
  back: string;
  readOnly?: boolean;
  children?: ReactNode;
}

export function FormHeader({ entity, title, back, readOnly, children }: FormHeaderProps) {
  const translate = useTranslate();
  const language = useLanguage();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 2 }}>
      <IconButton
        component={Link}
        to={back}
        aria-label={translate('officina.form.back_to', { name: entity.titles[language] })}
      >
        <ArrowBackIcon />
      </IconButton>
      <Box sx={{ flex: 1, minWidth: 160 }}>
        <Typography variant="body2" color="text.secondary">
          {entity.title[language]}
        </Typography>
        <Typography component="h1" variant="h5" sx={{ overflowWrap: 'anywhere', lineHeight: 1.2 }}>
          {title}
        </Typography>
      </Box>
      {readOnly && <Chip size="small" label={translate('officina.form.read_only')} />}
      {entity.help.form && <HelpPopover text={entity.help.form} />}
      {children}
    </Box>
  );
}

export function HistoryButton({ entity, record }: { entity: Entity; record: Row }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" startIcon={<HistoryIcon />} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {translate('officina.history.title')}
      </Button>
      {open && (
        <Suspense fallback={null}>
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
      <Button size="small" color="error" startIcon={<DeleteIcon />} onClick={deletion.ask}>
        {translate('officina.list.delete')}
      </Button>
      {deletion.dialog}
    </>
  );
}
