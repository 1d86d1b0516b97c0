/** An empty list says why it is empty and what to do next. */
import AddIcon from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useLanguage } from '../House.tsx';
import { EntityIcon } from '../icons.tsx';
import { useEntity, useRights } from './ListData.ts';

export function EmptyList() {
  const entity = useEntity();
  const { create } = useRights();
  const translate = useTranslate();
  const language = useLanguage();
  const { filterValues, setFilters } = useListContext();
  const filtered = Object.keys(filterValues).length > 0;
  const name = entity.titles[language];
  const hint = create ? 'officina.list.empty_hint' : 'officina.list.empty_hint_read';
  return (
    <Box sx={{ py: 8, px: 2, textAlign: 'center' }} role="status">
      <EntityIcon name={entity.icon} sx={{ fontSize: 40, color: 'text.disabled', mb: 1 }} />
      <Typography component="h2" variant="h6">
        {translate(filtered ? 'officina.list.no_results' : 'officina.list.empty')}
      </Typography>
      <Typography color="text.secondary" sx={{ mb: 2 }}>
        {translate(filtered ? 'officina.list.no_results_hint' : hint, { name })}
      </Typography>
      {filtered && (
        <Button variant="outlined" onClick={() => setFilters({})}>
          {translate('officina.list.reset_filters')}
        </Button>
      )}
      {!filtered && create && (
        <Button variant="contained" startIcon={<AddIcon />} component={Link} to={create}>
          {translate('officina.list.create')}
        </Button>
      )}
    </Box>
  );
}
