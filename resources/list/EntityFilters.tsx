/** The filters of a list in a drawer, applied with Search. */

import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import { classIn, useCustomised } from '../context/useCustomised.ts';
import { FilterInput } from './FilterInput.tsx';
import { changed, withinField } from './filter-names.ts';
import { useOwnFilters } from './master.ts';

interface EntityFiltersProps {
  entity: Entity;
  /** Fields that have no filter here. */
  without?: string[];
  onClose(): void;
}

/** Returns the fields that can filter, with the custom fields of a class when the class is chosen. */
function useFilterFields(entity: Entity, draft: Row, without: string[]) {
  const bare = useApplication().byName.get(entity.name) ?? entity;
  const classId = classIn(bare, draft, 'query');
  const customised = useCustomised(bare, classId) ?? bare;
  const shape = classId === undefined ? bare : customised;
  const within = withinField(shape);
  const named = shape.filters
    .filter((name) => !without.includes(name))
    .flatMap((name) => shape.field(name) ?? []);
  return { bare, fields: [...(within ? [within] : []), ...named] };
}

export default function EntityFilters({ entity, without = [], onClose }: EntityFiltersProps) {
  const translate = useTranslate();
  const title = useId();
  const { own, setOwn } = useOwnFilters();
  const [draft, setDraft] = useState<Row>(own);
  const { bare, fields } = useFilterFields(entity, draft, without);
  const change = (changes: Row) => setDraft((before) => changed(bare, before, changes));

  const apply = (values: Row) => {
    const filled = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
    setOwn(Object.fromEntries(filled));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply(draft);
  };
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{
        paper: { role: 'dialog', 'aria-labelledby': title, sx: { width: { xs: '100%', sm: 380 } } },
      }}
    >
      <Box
        component="form"
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', px: 2, py: 1 }}>
          <Typography id={title} component="h2" variant="h6" sx={{ flex: 1 }}>
            {translate('officina.list.filters')}
          </Typography>
          <IconButton aria-label={translate('officina.close')} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        </Box>
        <Box sx={{ flex: 1, overflow: 'auto', px: 2, py: 1, display: 'grid', gap: 2, alignContent: 'start' }}>
          {fields.map((field) => (
            <FilterInput key={field.query} field={field} values={draft} onChange={change} />
          ))}
        </Box>
        <Box sx={{ display: 'flex', gap: 1, p: 2, borderTop: '1px solid', borderColor: 'divider' }}>
          <Button type="submit" variant="contained" sx={{ flex: 1 }}>
            {translate('officina.list.search')}
          </Button>
          <Button onClick={() => apply({ filtro: own.filtro })} sx={{ flex: 1 }}>
            {translate('officina.list.reset_filters')}
          </Button>
        </Box>
      </Box>
    </Drawer>
  );
}
