/**
 * Asks before a record is deleted. Lists the rows that refer to the record, and offers to replace it or to take it
 * out of use.
 */

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import type { OfficinaProvider, Uses } from '../../dataProvider/provider.ts';
import { idOf } from '../../schemas/catalogue.ts';
import type { Entity, Field, Row } from '../../schemas/entity.ts';
import { usesOf } from '../../schemas/uses.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { ReferencePicker } from '../widgets/ReferencePicker.tsx';

export interface Removal {
  /** The id of the row that replaces the deleted one. */
  replacement?: number;
  /** Whether the row is taken out of use instead of being deleted. */
  off?: boolean;
}

interface DeleteDialogProps {
  entity: Entity;
  row: Row;
  title: string;
  busy: boolean;
  onConfirm(removal: Removal): void;
  onClose(): void;
}

const NO_USES: Uses = { utilizzi: [], sostituibile: 0 };

/** Reads the uses of a record, but not while it is being deleted. */
function useUses(entity: Entity, row: Row, busy: boolean) {
  const provider = useDataProvider<OfficinaProvider>();
  const { entities } = useApplication();
  const isUsed = entity.calls.includes('delete') && usesOf(entity, entities).length > 0;
  const id = idOf(entity, row);
  const { data, isFetching, error } = useQuery({
    queryKey: ['uses', entity.resource, id],
    queryFn: () => provider.uses(entity.resource, id),
    enabled: isUsed && !busy,
    gcTime: 0,
    retry: false,
  });
  // If the uses cannot be read, the deletion reports them.
  return { uses: data ?? NO_USES, looking: isUsed && isFetching && !data && !error };
}

/** Returns a field in which users choose another row of the entity. The row itself has no such field. */
const anotherOf = (entity: Entity): Field =>
  ({
    name: 'sostituisci',
    reference: { resource: entity.resource, fields: {}, where: {} },
  }) as unknown as Field;

export function DeleteDialog({ entity, row, title, busy, onConfirm, onClose }: DeleteDialogProps) {
  const translate = useTranslate();
  const id = useId();
  const { uses, looking } = useUses(entity, row, busy);
  const [replacement, setReplacement] = useState<number>();
  const using = uses.utilizzi.filter(({ resta }) => !resta);
  const isReplaced = using.length > 0 && uses.sostituibile === 1;
  const { off } = entity.inUse;
  const offered =
    off && uses.utilizzi.length > 0 && Object.entries(off).some(([name, value]) => row[name] !== value);
  const text = looking ? 'looking' : using.length === 0 ? 'text' : isReplaced ? 'in_use' : 'in_use_only';
  return (
    <ConfirmDialog
      open
      title={title}
      confirm={translate(isReplaced ? 'officina.delete.replace_and_delete' : 'officina.list.delete')}
      busy={busy}
      blocked={looking || (using.length > 0 && replacement === undefined)}
      onConfirm={() => onConfirm({ replacement })}
      onClose={onClose}
      instead={
        offered && (
          <Button onClick={() => onConfirm({ off: true })} disabled={busy}>
            {translate('officina.delete.off')}
          </Button>
        )
      }
      more={
        <Box sx={{ display: 'grid', gap: 2, mt: uses.utilizzi.length > 0 ? 2 : 0 }}>
          <UseList title="officina.delete.used_by" uses={using} />
          <UseList title="officina.delete.stays" uses={uses.utilizzi.filter(({ resta }) => resta)} />
          {isReplaced && (
            <ReferencePicker
              field={anotherOf(entity)}
              id={id}
              label={translate('officina.delete.replace')}
              value={replacement === undefined ? [] : [replacement]}
              onChange={([chosen]) => setReplacement(chosen)}
              without={idOf(entity, row)}
              required
            />
          )}
        </Box>
      }
    >
      {translate(`officina.delete.${text}`)}
    </ConfirmDialog>
  );
}

function UseList({ title, uses }: { title: string; uses: Uses['utilizzi'] }) {
  const translate = useTranslate();
  const language = useLanguage();
  const { byResource } = useApplication();
  const id = useId();
  if (uses.length === 0) return null;
  return (
    <Box>
      <Typography id={id} variant="subtitle2" component="h3">
        {translate(title)}
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ m: 0, pl: 2.5, maxHeight: 200, overflow: 'auto' }}>
        {uses.map(({ risorsa, campo, quanti }) => {
          const entity = byResource.get(risorsa);
          const field = entity?.field(campo)?.title[language] ?? campo;
          const name = (quanti === 1 ? entity?.title : entity?.titles)?.[language] ?? risorsa;
          return (
            <li key={`${risorsa} ${campo}`}>
              <strong>{quanti}</strong> {name} {translate('officina.delete.field', { field })}
            </li>
          );
        })}
      </Box>
    </Box>
  );
}
