/** The part of an intervention: found by typing its code or name, or looked for in the list. */
import ListIcon from '@mui/icons-material/ManageSearch';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useHouse } from '../../../resources/House.tsx';
import { ReferencePicker } from '../../../resources/widgets/ReferencePicker.tsx';
import type { Field } from '../../../schemas/entity.ts';

const ListPicker = lazy(() => import('../../../resources/hierarchy/ListPicker.tsx'));

interface PartInputProps {
  id: string;
  field: Field;
  /** What the intervention is on. */
  asset: number;
  value: number | undefined;
  /** The part as it is written, where it is known already: it stays. */
  fixed: string | undefined;
  onChange(id: number | undefined): void;
  error: string | undefined;
}

export function PartInput({ id, field, asset, value, fixed, onChange, error }: PartInputProps) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const { acts, byName } = useHouse();
  const target = byName.get('spare-part');
  const pick = acts.get('withdraw')?.form.field('id_ricambio')?.pick;
  const chosen = value === undefined ? [] : [value];
  const choose = (part: number) => {
    setOpen(false);
    if (part !== value) onChange(part);
  };
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 0.5 }}>
      <ReferencePicker
        id={id}
        field={field}
        label={translate('officina.stock.part')}
        value={chosen}
        knownText={fixed}
        onChange={([part]) => onChange(part)}
        readOnly={fixed !== undefined}
        required
        error={error !== undefined}
        help={error}
      />
      {fixed === undefined && (
        <IconButton
          aria-haspopup="dialog"
          aria-label={translate('officina.interventions.detail.pick_part')}
          onClick={() => setOpen(true)}
          sx={{ width: 44, height: 44, my: '-2px' }}
        >
          <ListIcon />
        </IconButton>
      )}
      {open && target && pick && (
        <Suspense fallback={null}>
          <ListPicker
            entity={target}
            pick={pick}
            values={{ id_oggetto: asset }}
            chosen={chosen}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </Box>
  );
}
