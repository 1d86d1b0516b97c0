/**
 * The rows linked to a record (x-children): a list, a picker to add a row, and a button to remove one. Each change
 * is saved at once.
 */
import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useState } from 'react';
import { type Identifier, useDataProvider, useTranslate } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import {
  type Child,
  displayOf,
  type Entity,
  type Field,
  isProtected,
  type Row,
} from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { replacesData } from '../feedback/advice.ts';
import { Failure } from '../feedback/Failure.tsx';
import { useAttempt } from '../feedback/toasts.ts';
import { ReferencePicker } from '../widgets/ReferencePicker.tsx';

interface ChildListProps {
  entity: Entity;
  id: Identifier;
  child: Child;
  readOnly: boolean;
}

function useChildRows(entity: Entity, id: Identifier, path: string) {
  const provider = useDataProvider<OfficinaProvider>();
  const attempt = useAttempt();
  const [rows, setRows] = useState<Row[]>();
  const [error, setError] = useState<unknown>();
  const read = useCallback(
    () =>
      provider.children(entity.resource, { id, path }).then((found) => {
        setRows(found);
        setError(undefined);
      }, setError),
    [provider, entity.resource, id, path],
  );
  useEffect(() => {
    read();
  }, [read]);
  const write = async (act: () => Promise<void>) => {
    await attempt(act);
    await read();
  };
  return {
    rows,
    error,
    read,
    add: (row: Row) => write(() => provider.addChild(entity.resource, { id, path }, row)),
    remove: (key: Identifier) => write(() => provider.removeChild(entity.resource, { id, path }, key)),
  };
}

/** Returns the child's reference that does not point to its parent. */
export const linkOf = (target: Entity, child: Child): Field | undefined =>
  target.fields.find((field) => field.reference && field.name !== child.parent);

export function ChildList({ entity, id, child, readOnly }: ChildListProps) {
  const { byName, person } = useApplication();
  const language = useLanguage();
  const translate = useTranslate();
  const { rows, error, read, add, remove } = useChildRows(entity, id, child.path);
  const target = byName.get(child.entity);
  const link = target && linkOf(target, child);
  if (!target || !link) return null;
  const above = { [child.parent]: Number(id) };
  // Users without the right to delete cannot add rows either.
  const closed = readOnly || !person || isProtected(target, above, 'delete', person);
  const nameOf = (row: Row): string =>
    String(row[link.reference?.text ?? ''] ?? displayOf(target, row, language));
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2, minWidth: 0 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
        {target.titles[language]}
      </Typography>
      {replacesData(error, rows) && <Failure error={error} onRetry={read} />}
      {rows?.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          {translate('officina.form.child_empty')}
          {!closed && `. ${translate('officina.form.child_empty_add')}`}
        </Typography>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {rows?.map((row) => (
          <Box
            component="li"
            key={String(row[target.id])}
            sx={{
              display: 'flex',
              alignItems: 'center',
              minHeight: 36,
              borderTop: '1px solid',
              borderColor: 'divider',
            }}
          >
            <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
              {nameOf(row)}
            </Typography>
            {!closed && (
              <IconButton
                size="small"
                aria-label={translate('officina.form.child_remove', { name: nameOf(row) })}
                onClick={() => remove(row[child.key ?? target.id] as Identifier)}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
      {!closed && <AddChild field={link} onAdd={(value) => add({ [link.name]: value })} />}
    </Paper>
  );
}

/** A picker with a button, which does nothing without a choice. */
function AddChild({ field, onAdd }: { field: Field; onAdd(value: number): Promise<void> }) {
  const language = useLanguage();
  const translate = useTranslate();
  const [value, setValue] = useState<number[]>([]);
  const addChosen = async () => {
    const [chosen] = value;
    if (chosen === undefined) return;
    await onAdd(chosen);
    setValue([]);
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>
      <ReferencePicker
        id={`child-${field.name}`}
        field={field}
        from={field.choicesFrom}
        label={field.title[language]}
        value={value}
        onChange={setValue}
      />
      <Button startIcon={<AddIcon />} onClick={addChosen}>
        {translate('officina.form.child_add')}
      </Button>
    </Box>
  );
}
