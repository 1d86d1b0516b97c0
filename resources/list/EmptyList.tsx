/** An empty list says why it is empty and what to do next. */
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../House.tsx';
import { useOpener } from './dialog.ts';
import { Emptiness } from './Emptiness.tsx';
import { useAddWords, useEntity, useRights } from './ListData.ts';
import { useChosenMaster, useOwnFilters } from './master.ts';

export function EmptyList() {
  const entity = useEntity();
  const { create } = useRights();
  const translate = useTranslate();
  const language = useLanguage();
  const openerOf = useOpener();
  const { add } = useAddWords();
  const chosen = useChosenMaster();
  const { own, setOwn } = useOwnFilters();
  const filtered = Object.keys(own).length > 0;
  // What a list leaves out until it is asked for may be all there is.
  const more = entity.fields.filter(({ widens, query }) => widens && !(query in own));
  const name = chosen ? `«${chosen.name}»` : entity.titles[language];
  const hint = create ? 'officina.list.empty_hint' : 'officina.list.empty_hint_read';
  return (
    <Emptiness
      icon={entity.icon}
      title={translate(filtered ? 'officina.list.no_results' : 'officina.list.empty')}
      hint={translate(filtered ? 'officina.list.no_results_hint' : hint, { name })}
    >
      {filtered && (
        <Button variant="outlined" onClick={() => setOwn({})}>
          {translate('officina.list.reset_filters')}
        </Button>
      )}
      {more.map(({ query, widens }) => (
        <Button
          key={query}
          variant="outlined"
          sx={{ mx: 0.5 }}
          onClick={() => setOwn({ ...own, [query]: 1 })}
        >
          {widens![language]}
        </Button>
      ))}
      {!filtered && create && (
        <Button variant="contained" startIcon={<AddIcon />} {...openerOf(create)}>
          {add}
        </Button>
      )}
    </Emptiness>
  );
}
