/** An empty list says why it is empty and what to do next. */
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useGetList, useListContext, useTranslate } from 'react-admin';
import type { Field, Row } from '../../schemas/entity.ts';
import { useLanguage } from '../House.tsx';
import { useOpener } from './dialog.ts';
import { Emptiness } from './Emptiness.tsx';
import { filterTitle } from './filter-names.ts';
import { useAddWords, useEntity, useRights } from './ListData.ts';
import { useChosenMaster, useOwnFilters } from './master.ts';

const ONE = { pagination: { page: 1, perPage: 1 } };

/** What the list leaves out until it is asked to show it too (x-widens): which filter that is, and how many there are. */
function useLeftOut(): { field: Field; count: number } | undefined {
  const entity = useEntity();
  const { filter, filterValues } = useListContext();
  const asked: Row = { ...filterValues, ...filter };
  const field = entity.fields.find((one) => one.widens !== undefined && !asked[one.query]);
  const { total = 0 } = useGetList(
    entity.resource,
    { ...ONE, filter: { ...asked, ...(field && { [field.query]: '1' }) } },
    { enabled: field !== undefined },
  );
  return field && total > 0 ? { field, count: total } : undefined;
}

export function EmptyList() {
  const entity = useEntity();
  const { create } = useRights();
  const translate = useTranslate();
  const language = useLanguage();
  const openerOf = useOpener();
  const { add } = useAddWords();
  const chosen = useChosenMaster();
  const { own, setOwn } = useOwnFilters();
  const leftOut = useLeftOut();
  const filtered = Object.keys(own).length > 0;
  const name = chosen ? `«${chosen.name}»` : entity.titles[language];
  const hint = create ? 'officina.list.empty_hint' : 'officina.list.empty_hint_read';
  return (
    <Emptiness
      icon={entity.icon}
      title={translate(filtered ? 'officina.list.no_results' : 'officina.list.empty')}
      hint={
        leftOut
          ? translate('officina.list.left_out', { smart_count: leftOut.count })
          : translate(filtered ? 'officina.list.no_results_hint' : hint, { name })
      }
    >
      {leftOut && (
        <Button
          variant="contained"
          onClick={() => setOwn({ ...own, [leftOut.field.query]: '1' })}
          sx={{ mr: 1 }}
        >
          {filterTitle(leftOut.field)[language]}
        </Button>
      )}
      {filtered && (
        <Button variant="outlined" onClick={() => setOwn({})}>
          {translate('officina.list.reset_filters')}
        </Button>
      )}
      {!filtered && create && (
        <Button variant={leftOut ? 'outlined' : 'contained'} startIcon={<AddIcon />} {...openerOf(create)}>
          {add}
        </Button>
      )}
    </Emptiness>
  );
}
