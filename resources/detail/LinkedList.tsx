/** The linked rows of a record (x-children, in a tab): a list with a picker to add and a button to remove. */

import AddIcon from '@mui/icons-material/Add';
import LinkOffIcon from '@mui/icons-material/LinkOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Identifier, useDataProvider, useTranslate } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import { idOf, referenceOf } from '../../schemas/catalogue.ts';
import { type Child, displayOf, type Entity, type Field, type Row } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx';
import { useAttempt } from '../feedback/toasts.ts';
import { linkOf } from '../form/ChildList.tsx';
import { ReferencePicker } from '../widgets/ReferencePicker.tsx';
import EmbeddedList from './EmbeddedList.tsx';

interface LinkedListProps {
  entity: Entity;
  id: Identifier;
  child: Child;
  readOnly: boolean;
}

export default function LinkedList({ entity, id, child, readOnly }: LinkedListProps) {
  const { byName, byResource } = useApplication();
  const translate = useTranslate();
  const target = byName.get(child.entity);
  const link = target && linkOf(target, child);
  const linked = link && byResource.get(referenceOf(link).resource);
  const { add, remove } = useLinks(entity, { id, path: child.path }, linked);
  if (!link || !linked) return null;
  return (
    <>
      {!readOnly && <AddLink link={link} onAdd={(chosen) => add({ [link.name]: chosen })} />}
      <EmbeddedList
        entity={linked}
        from={`/${entity.resource}/${encodeURIComponent(id)}/${child.path}/`}
        actions={readOnly ? undefined : (row) => <Unlink linked={linked} row={row} onUnlink={remove} />}
        hint={translate(`officina.form.child_empty${readOnly ? '' : '_add'}`)}
        search
      />
    </>
  );
}

function useLinks(entity: Entity, place: { id: Identifier; path: string }, linked: Entity | undefined) {
  const provider = useDataProvider<OfficinaProvider>();
  const client = useQueryClient();
  const attempt = useAttempt();
  const write = (act: () => Promise<void>): Promise<boolean> =>
    attempt(act).finally(() => client.invalidateQueries({ queryKey: [linked?.resource, 'getList'] }));
  return {
    add: (row: Row) => write(() => provider.addChild(entity.resource, place, row)),
    remove: (key: Identifier) => write(() => provider.removeChild(entity.resource, place, key)),
  };
}

interface AddLinkProps {
  link: Field;
  onAdd(chosen: number): Promise<boolean>;
}

/** A picker with a button. After a refusal, the choice stays in the picker. */
function AddLink({ link, onAdd }: AddLinkProps) {
  const language = useLanguage();
  const translate = useTranslate();
  const [value, setValue] = useState<number[]>([]);
  const [busy, setBusy] = useState(false);
  const [chosen] = value;
  const add = async () => {
    if (chosen === undefined) return;
    setBusy(true);
    if (await onAdd(chosen)) setValue([]);
    setBusy(false);
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, maxWidth: 560, mb: 2 }}>
      <ReferencePicker
        id={`link-${link.name}`}
        field={link}
        label={link.title[language]}
        value={value}
        onChange={setValue}
      />
      <Button
        variant="contained"
        startIcon={<AddIcon />}
        disabled={chosen === undefined}
        loading={busy}
        onClick={add}
        sx={{ flexShrink: 0 }}
      >
        {translate('officina.form.child_add')}
      </Button>
    </Box>
  );
}

interface UnlinkProps {
  linked: Entity;
  row: Row;
  onUnlink(key: Identifier): Promise<unknown>;
}

export function Unlink({ linked, row, onUnlink }: UnlinkProps) {
  const language = useLanguage();
  const translate = useTranslate();
  const [confirming, setConfirming] = useState(false);
  const [busy, setBusy] = useState(false);
  const name = displayOf(linked, row, language);
  const title = translate('officina.form.child_remove', { name });
  const unlink = async () => {
    setBusy(true);
    await onUnlink(idOf(linked, row));
    setBusy(false);
    setConfirming(false);
  };
  return (
    <>
      <Tooltip title={translate('officina.form.child_unlink')} enterDelay={200}>
        <IconButton
          size="small"
          aria-label={title}
          onClick={(event) => {
            event.stopPropagation();
            setConfirming(true);
          }}
        >
          <LinkOffIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      {confirming && (
        <ConfirmDialog
          open
          title={`${title}?`}
          confirm={translate('officina.form.child_unlink')}
          busy={busy}
          onConfirm={unlink}
          onClose={() => setConfirming(false)}
        >
          {translate('officina.form.child_unlink_text')}
        </ConfirmDialog>
      )}
    </>
  );
}
