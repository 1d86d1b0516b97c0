/** A list that hangs on another one, which has no rows yet: those come first. */
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useTranslate } from 'react-admin';
import { useHouse, useLanguage } from '../House.tsx';
import { useOpener } from './dialog.ts';
import { Emptiness } from './Emptiness.tsx';
import { rightsOf, useEntity } from './ListData.ts';
import type { Master } from './master.ts';

export function NoMasters({ master: { target } }: { master: Master }) {
  const entity = useEntity();
  const translate = useTranslate();
  const language = useLanguage();
  const openerOf = useOpener();
  const { create } = rightsOf(target, useHouse());
  // A dialog opens over its own list alone.
  const address = typeof create === 'string' ? create : undefined;
  return (
    <Paper variant="outlined">
      <Emptiness
        icon={target.icon}
        title={translate('officina.list.empty')}
        hint={translate('officina.list.no_masters', {
          name: entity.titles[language],
          master: target.titles[language],
        })}
      >
        {address && (
          <Button variant="contained" startIcon={<AddIcon />} {...openerOf(address)}>
            {translate('officina.list.create_one', { name: target.title[language] })}
          </Button>
        )}
      </Emptiness>
    </Paper>
  );
}
