/** The checkboxes that select a row or the whole page. Rows without an action cannot be selected. */

import Checkbox from '@mui/material/Checkbox';
import { useListContext, useTranslate } from 'react-admin';
import { idOf } from '../../schemas/catalogue.ts';
import { displayOf, type Row } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { useEntity } from './ListData.ts';
import { useSelectable } from './row-slots.ts';

export function SelectRow({ row }: { row: Row }) {
  const language = useLanguage();
  const entity = useEntity();
  const translate = useTranslate();
  const selectable = useSelectable();
  const { selectedIds, onToggleItem } = useListContext();
  const id = idOf(entity, row);
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(id)}
      disabled={!selectable(row)}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onToggleItem(id)}
      slotProps={{
        input: {
          'aria-label': translate('officina.list.select', { name: displayOf(entity, row, language) }),
        },
      }}
    />
  );
}

export function SelectPage() {
  const entity = useEntity();
  const translate = useTranslate();
  const selectable = useSelectable();
  const { data = [], selectedIds, onSelect } = useListContext();
  const ids = data.filter(selectable).map((row) => idOf(entity, row));
  const chosen = ids.filter((id) => selectedIds.includes(id));
  return (
    <Checkbox
      size="small"
      checked={ids.length > 0 && chosen.length === ids.length}
      indeterminate={chosen.length > 0 && chosen.length < ids.length}
      disabled={ids.length === 0}
      onChange={(_event, checked) =>
        onSelect(
          checked
            ? [...new Set([...selectedIds, ...ids])]
            : selectedIds.filter((id) => !ids.includes(Number(id))),
        )
      }
      slotProps={{ input: { 'aria-label': translate('officina.list.select_page') } }}
    />
  );
}
