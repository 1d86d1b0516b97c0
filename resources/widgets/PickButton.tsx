/** A button next to a reference picker that opens the tree of its rows. */
import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import IconButton from '@mui/material/IconButton';
import { Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Opening } from '../feedback/Placeholder.tsx';
import { type TreePickerProps, useTreePicker } from '../hierarchy/tree-picker.ts';

interface PickButtonProps extends Omit<TreePickerProps, 'onAdd' | 'onClose'> {
  /** The label of the picker. */
  label: string;
  multiple: boolean;
  onChange(chosen: number[]): void;
}

export function PickButton({ entity, label, from, where, chosen, multiple, onChange }: PickButtonProps) {
  const translate = useTranslate();
  const TreePicker = useTreePicker();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const add = (id: number) => {
    onChange(multiple ? [...chosen, id] : [id]);
    if (!multiple) close();
  };
  if (!TreePicker) return null;
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        aria-label={translate('officina.hierarchy.pick_for', { name: label })}
        onClick={() => setOpen(true)}
        sx={{ width: 40, height: 40 }}
      >
        <AccountTreeIcon fontSize="small" />
      </IconButton>
      {open && (
        <Suspense fallback={<Opening />}>
          <TreePicker entity={entity} from={from} where={where} chosen={chosen} onAdd={add} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
