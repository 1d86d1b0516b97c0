/** A comment, new or changed. */

import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../../dataProvider/http.ts';
import type { Errors } from '../../../resources/form/FormDialog.tsx';
import { useHouse, useLanguage } from '../../../resources/House.tsx';
import type { Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { WorkDialog } from '../ground/WorkDialog.tsx';

interface CommentDialogProps {
  intervention: number;
  row?: RowOf<'commento'>;
  onClose(): void;
}

export default function CommentDialog({ intervention, row, onClose }: CommentDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const entity = useHouse().byName.entity('comment');
  const field = entity.property('testo');
  const [text, setText] = useState(String(row?.testo ?? ''));
  const mine = (): Row => ({ testo: text.trim() });
  const send = (chosen?: Row) =>
    row
      ? call(`/commento/${row.id}`, { method: 'PUT', body: chosen ?? { ...mine(), versione: row.versione } })
      : call(`/commento/intervento/${intervention}`, { method: 'POST', body: mine() });
  return (
    <WorkDialog
      title={translate(`officina.interventions.detail.${row ? 'edit_comment' : 'add_comment'}`)}
      save={translate('officina.form.save')}
      check={(): Errors => (text.trim() === '' ? { testo: translate('officina.validation.required') } : {})}
      send={send}
      stored={row && { entity, record: row, mine }}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          autoFocus
          multiline
          minRows={4}
          required
          variant="outlined"
          margin="none"
          label={field.title[language]}
          value={text}
          onChange={(event) => setText(event.target.value)}
          error={errors.testo !== undefined}
          helperText={errors.testo}
          slotProps={{ htmlInput: { maxLength: 2000 } }}
        />
      )}
    </WorkDialog>
  );
}
