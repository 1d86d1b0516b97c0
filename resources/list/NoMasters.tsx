/** The message of a list whose master list is empty: the user adds a master row first. */
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication, useLanguage } from '../context/application.tsx';
import { listAddress } from '../context/routes.ts';
import { Emptiness } from '../feedback/Emptiness.tsx';
import { useOpener } from './dialog.ts';
import { rightsOf, useEntity } from './ListData.ts';
import type { Master } from './master.ts';

export function NoMasters({ master: { target } }: { master: Master }) {
  const entity = useEntity();
  const translate = useTranslate();
  const language = useLanguage();
  const application = useApplication();
  const { create } = rightsOf(target, application);
  const openerOf = useOpener();
  // A dialog can only open over its own list.
  const form = typeof create === 'string' ? create : undefined;
  const list = listAddress(target, application.entities);
  const names = { name: entity.titles[language], master: target.titles[language] };
  return (
    <Paper variant="outlined">
      <Emptiness
        icon={target.icon}
        title={translate('officina.list.empty')}
        hint={translate(`officina.list.no_masters${create ? '' : '_read'}`, names)}
      >
        {form && (
          <Button variant="contained" startIcon={<AddIcon />} {...openerOf(form)}>
            {translate('officina.list.create_one', { name: target.title[language] })}
          </Button>
        )}
        {create && !form && list && (
          <Button component={Link} to={list} variant="contained">
            {translate('officina.list.open', { name: target.titles[language] })}
          </Button>
        )}
      </Emptiness>
    </Paper>
  );
}
