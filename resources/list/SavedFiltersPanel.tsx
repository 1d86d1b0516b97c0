/** The saved filters: apply, save, rename, share and delete. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Divider from '@mui/material/Divider';
import FormControlLabel from '@mui/material/FormControlLabel';
import List from '@mui/material/List';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { useAttempt, useSay } from '../feedback/toasts.ts';
import { useKeptText } from '../form/useKeptText.ts';
import { SavedFilterRow } from './SavedFilterRow.tsx';
import { type SavedFilter, useSavedFilters } from './useSavedFilters.ts';

interface SavedFiltersPanelProps {
  entity: Entity;
  /** The id of its title. */
  title: string;
  onClose(): void;
}

export default function SavedFiltersPanel({ entity, title, onClose }: SavedFiltersPanelProps) {
  const translate = useTranslate();
  const say = useSay();
  const attempt = useAttempt();
  const saved = useSavedFilters(entity);
  const { own, others, isFiltered, isPending } = saved;
  const none = !isPending && own.length + others.length === 0 && !isFiltered;
  const row = (filter: SavedFilter) => (
    <SavedFilterRow
      key={filter.id}
      entity={entity}
      filter={filter}
      saved={saved}
      attempt={attempt}
      onUsed={onClose}
    />
  );
  return (
    <>
      <Typography id={title} variant="subtitle2" component="h2" sx={{ px: 2, py: 0.5 }}>
        {translate('officina.list.saved_filters')}
      </Typography>
      {none && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, py: 1 }}>
          {translate('officina.list.saved_filters_none')}
        </Typography>
      )}
      {own.length > 0 && (
        <List dense disablePadding>
          {own.map(row)}
        </List>
      )}
      {others.length > 0 && (
        <Others title={translate('officina.list.saved_filters_shared')}>{others.map(row)}</Others>
      )}
      {isFiltered && (
        <>
          {own.length + others.length > 0 && <Divider sx={{ my: 1 }} />}
          <SaveFilter
            entity={entity}
            mayShare={saved.mayShare}
            onSave={async (name, forAll) => {
              if (!(await attempt(() => saved.save(name, forAll)))) return false;
              say('officina.list.saved_filters_kept', 'success', { name });
              onClose();
              return true;
            }}
          />
        </>
      )}
    </>
  );
}

const Others = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Typography variant="caption" color="textSecondary" component="h3" sx={{ px: 2, pt: 1 }}>
      {title}
    </Typography>
    <List dense disablePadding aria-label={title}>
      {children}
    </List>
  </>
);

interface KeepTheseProps {
  entity: Entity;
  mayShare: boolean;
  /** Returns whether the filter was saved. */
  onSave(name: string, forAll: boolean): Promise<boolean>;
}

function SaveFilter({ entity, mayShare, onSave }: KeepTheseProps) {
  const translate = useTranslate();
  const { text: name, setText: setName, forget } = useKeptText(`filter ${entity.name}`, '');
  const [forAll, setForAll] = useState(false);
  const [busy, setBusy] = useState(false);
  const longest = entity.field(entity.sort[0])?.maxLength;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || busy) return;
    setBusy(true);
    if (await onSave(name.trim(), forAll)) forget();
    setBusy(false);
  };
  return (
    <Box component="form" onSubmit={submit} sx={{ px: 2, py: 1 }}>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <TextField
          fullWidth
          label={translate('officina.list.saved_filters_name')}
          value={name}
          onChange={(event) => setName(event.target.value.slice(0, longest))}
        />
        <Button type="submit" variant="contained" loading={busy} disabled={name.trim() === ''}>
          {translate('officina.form.save')}
        </Button>
      </Box>
      {mayShare && (
        <FormControlLabel
          label={translate('officina.list.saved_filters_share')}
          control={<Checkbox size="small" checked={forAll} onChange={(_event, next) => setForAll(next)} />}
        />
      )}
    </Box>
  );
}
