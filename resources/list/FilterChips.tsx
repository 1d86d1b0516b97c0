/** What the list is filtered by, in names; a click takes one away. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { Fragment, type ReactNode } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import type { Field } from '../../schemas/entity.ts';
import { FieldValue } from '../cells.tsx';
import { useLanguage } from '../House.tsx';
import { filterNamed, valuesOf } from './filter-names.ts';
import { useEntity } from './ListData.ts';

export function FilterChips() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const names = Object.keys(filterValues).filter((name) => filterValues[name] !== undefined);
  if (names.length === 0) return null;
  const remove = (name: string) => {
    const { [name]: _removed, ...rest } = filterValues;
    setFilters(rest);
  };
  return (
    <Box
      component="section"
      aria-label={translate('officina.list.active_filters')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5, alignItems: 'center' }}
    >
      {names.map((name) => (
        <FilterChip key={name} name={name} value={filterValues[name]} onRemove={() => remove(name)} />
      ))}
      <Button size="small" onClick={() => setFilters({})}>
        {translate('officina.list.reset_filters')}
      </Button>
    </Box>
  );
}

function FilterChip({ name, value, onRemove }: { name: string; value: unknown; onRemove(): void }) {
  const entity = useEntity();
  const translate = useTranslate();
  const language = useLanguage();
  const filter = filterNamed(entity, name);
  const own = filter ? filter.field.title[language] : translate('officina.list.search');
  const label = filter?.end ? translate(`officina.list.${filter.end}`, { name: own }) : own;
  return (
    <Chip
      size="small"
      label={
        <>
          {label}: <strong>{filter ? <Values field={filter.field} value={value} /> : String(value)}</strong>
        </>
      }
      onDelete={onRemove}
      slotProps={{ root: { 'aria-label': translate('officina.list.remove_filter', { name: label }) } }}
    />
  );
}

function Values({ field, value }: { field: Field; value: unknown }): ReactNode {
  const entity = useEntity();
  const translate = useTranslate();
  return valuesOf(field, value).map((one, index) => (
    <Fragment key={String(one)}>
      {index > 0 && ', '}
      {field.kind === 'flag' ? (
        translate(one === 1 ? 'officina.yes' : 'officina.no')
      ) : (
        <FieldValue entity={entity} field={field} value={one} />
      )}
    </Fragment>
  ));
}
