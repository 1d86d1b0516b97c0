/** The message of an empty list: why it is empty, and what to do next. */
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useOpener } from './dialog.ts';
import { useEmptyHint } from './empty-words.ts';
import { useAddWords, useEntity, useRights } from './ListData.ts';
import { useLeftOut } from './left-out.ts';
import { useChosenMaster, useOwnFilters } from './master.ts';
import { Nothing } from './Nothing.tsx';

export function EmptyList() {
  const entity = useEntity();
  const { create } = useRights();
  const openerOf = useOpener();
  const { add } = useAddWords();
  const chosen = useChosenMaster();
  const hintOf = useEmptyHint();
  const { own, setOwn } = useOwnFilters();
  const leftOut = useLeftOut();
  const filtered = Object.keys(own).length > 0;
  return (
    <Nothing
      icon={entity.icon}
      hint={hintOf(entity, create !== undefined, chosen && `«${chosen.name}»`)}
      onReset={filtered ? () => setOwn({}) : undefined}
      leftOut={leftOut}
      next={
        create && (
          <Button variant={leftOut ? 'outlined' : 'contained'} startIcon={<AddIcon />} {...openerOf(create)}>
            {add}
          </Button>
        )
      }
    />
  );
}
