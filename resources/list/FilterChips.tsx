/** The active filters as chips. A click removes a filter. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { visuallyHidden } from '@mui/utils';
import { Fragment, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { Field } from '../../schemas/entity.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { FieldValue } from '../display/cells.tsx';
import { changed, filterNamed, filterTitle, valuesOf } from './filter-names.ts';
import { useEntity } from './ListData.ts';
import { useOwnFilters } from './master.ts';

export function FilterChips() {
  const translate = useTranslate();
  const entity = useEntity();
  const bare = useApplication().byName.get(entity.name) ?? entity;
  const { own, setOwn } = useOwnFilters();
  const names = Object.keys(own).filter((name) => own[name] !== undefined);
  if (names.length === 0) return null;
  const remove = (name: string) => {
    const { [name]: _removed, ...rest } = changed(bare, own, { [name]: undefined });
    setOwn(rest);
  };
  return (
    <Box
      component="section"
      aria-label={translate('officina.list.active_filters')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5, alignItems: 'center' }}
    >
      {names.map((name) => (
        <FilterChip key={name} name={name} value={own[name]} onRemove={() => remove(name)} />
      ))}
      <Button size="small" onClick={() => setOwn({})}>
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
  const title = filter ? filterTitle(filter.field)[language] : translate('officina.list.search');
  const label = filter?.end ? translate(`officina.list.${filter.end}`, { name: title }) : title;
  return (
    <Chip
      size="small"
      label={
        <>
          <span style={visuallyHidden}>{translate('officina.list.remove_filter')} </span>
          {label}: <strong>{filter ? <Values field={filter.field} value={value} /> : String(value)}</strong>
        </>
      }
      onDelete={onRemove}
    />
  );
}

function Values({ field, value }: { field: Field; value: unknown }): ReactNode {
  const entity = useEntity();
  const translate = useTranslate();
  return valuesOf(field, value).map((single, index) => (
    <Fragment key={String(single)}>
      {index > 0 && ', '}
      {KINDS[field.kind].yesNo ? (
        translate(single === 1 ? 'officina.yes' : 'officina.no')
      ) : (
        <FieldValue entity={entity} field={field} value={single} />
      )}
    </Fragment>
  ));
}
