/** A draft in the list: its form, its time, and the user's choices. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Draft } from '../../dataProvider/device.ts';
import { drafts } from '../../dataProvider/drafts.ts';
import { useApplication, useLanguage, usePlantZone } from '../../resources/context/application.tsx';
import { ConfirmDialog } from '../../resources/feedback/ConfirmDialog.tsx';
import { formatInstant } from '../../resources/format/format.ts';
import { displayOf } from '../../schemas/entity.ts';

interface DraftEntryProps {
  draft: Draft;
  onClose(): void;
}

/** Returns the name of the record, or of what a new record is about, and what the user calls it. */
function useNames({ entity: name, act, base, values, about }: Draft): { what: string; which: string } {
  const translate = useTranslate();
  const language = useLanguage();
  const { acts, byName } = useApplication();
  const entity = byName.get(name);
  const title = entity?.title[language] ?? name;
  if (act)
    return {
      what: acts.get(act)?.title[language] ?? act,
      which: about ?? (entity && base ? displayOf(entity, base, language) : title),
    };
  if (base) return { what: title, which: entity ? displayOf(entity, base, language) : '' };
  const typed = entity ? displayOf(entity, values, language) : '';
  return {
    what: translate('officina.form.create', { name: title }),
    which: [about, typed].filter(Boolean).join(': '),
  };
}

export function DraftEntry({ draft, onClose }: DraftEntryProps) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const [isAsking, setAsking] = useState(false);
  const { what, which } = useNames(draft);
  const time = formatInstant(new Date(draft.at).toISOString(), zone);
  return (
    <Box sx={{ py: 1.5, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 0.5 }}>
      <Typography sx={{ fontWeight: 600 }}>{what}</Typography>
      {which && <Typography sx={{ overflowWrap: 'anywhere' }}>{which}</Typography>}
      <Typography variant="body2" color="textSecondary">
        {translate('officina.drafts.of', { time })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& .MuiButton-root': { minHeight: 48 } }}>
        <Button
          component={Link}
          to={draft.page}
          state={{ ...draft.state, draft: draft.id }}
          onClick={onClose}
        >
          {translate('officina.drafts.open')}
        </Button>
        <Button color="error" onClick={() => setAsking(true)}>
          {translate('officina.drafts.discard')}
        </Button>
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={translate('officina.drafts.discard')}
        confirm={translate('officina.drafts.discard')}
        onConfirm={() => void drafts.remove(draft.id)}
        onClose={() => setAsking(false)}
      >
        {translate('officina.drafts.discard_text', { time })}
      </ConfirmDialog>
    </Box>
  );
}
