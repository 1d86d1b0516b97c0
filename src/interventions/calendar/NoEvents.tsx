/** A message over an empty calendar, with the filters that hide events. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import { useLanguage } from '../../../resources/context/application.tsx';
import { filterTitle } from '../../../resources/list/filter-names.ts';
import { useEntity } from '../../../resources/list/ListData.ts';
import type { Row } from '../../../schemas/entity.ts';

export function NoEvents() {
  const translate = useTranslate();
  const language = useLanguage();
  const { filterValues, setFilters } = useListContext();
  // A filter that includes more rows hides nothing.
  const widening = useEntity().fields.filter(({ widens }) => widens !== undefined);
  const wideningValues: Row = Object.fromEntries(
    widening.flatMap(({ query }) => (filterValues[query] ? [[query, filterValues[query]]] : [])),
  );
  const filtered = Object.keys(filterValues).length > Object.keys(wideningValues).length;
  const hidden = widening.filter(({ query }) => !wideningValues[query]);
  return (
    <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, mb: 1 }}>
      <Typography variant="body2" color="textSecondary">
        {translate(`officina.calendar.none${filtered ? '_filtered' : ''}`)}
      </Typography>
      {hidden.map((field) => (
        <Button key={field.query} onClick={() => setFilters({ ...filterValues, [field.query]: '1' })}>
          {filterTitle(field)[language]}
        </Button>
      ))}
      {filtered && (
        <Button onClick={() => setFilters(wideningValues)}>{translate('officina.list.reset_filters')}</Button>
      )}
    </Box>
  );
}
