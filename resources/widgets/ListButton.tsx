/** A button next to a reference picker that opens its list with switches (x-pick). */
import ListIcon from '@mui/icons-material/ManageSearch';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Picked } from '../../schemas/entity.ts';
import { Opening } from '../feedback/Placeholder.tsx';
import { useListPicker } from '../hierarchy/list-picker.ts';
import { useWatched } from './form-scope.ts';

interface ListButtonProps {
  entity: Entity;
  pick: Picked;
  value: unknown;
  onChange(id: number): void;
}

export function ListButton({ entity, pick, value, onChange }: ListButtonProps) {
  const translate = useTranslate();
  const ListPicker = useListPicker();
  const [open, setOpen] = useState(false);
  const values = useWatched((row) =>
    Object.fromEntries(pick.switches.flatMap(({ of }) => (of ? [[of, row[of]] as const] : []))),
  );
  const close = () => setOpen(false);
  const choose = (id: number) => {
    close();
    if (id !== value) onChange(id);
  };
  if (!ListPicker) return null;
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        aria-label={translate(pick.button)}
        onClick={() => setOpen(true)}
        sx={{ width: 44, height: 44, my: '-2px' }}
      >
        <ListIcon />
      </IconButton>
      {open && (
        <Suspense fallback={<Opening />}>
          <ListPicker
            entity={entity}
            pick={pick}
            values={values}
            chosen={typeof value === 'number' ? [value] : []}
            onChoose={choose}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
