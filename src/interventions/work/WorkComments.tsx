/** The comments on the work card. Users type and send them on the card. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { session } from '../../../dataProvider/session.ts';
import { useAct } from '../../../resources/acts/useAct.tsx';
import { useApplication, usePlantZone } from '../../../resources/context/application.tsx';
import { useSayWhy } from '../../../resources/feedback/toasts.ts';
import { formatInstant } from '../../../resources/format/format.ts';
import { DictateButton, useCanDictate } from '../../../resources/speech/DictateButton.tsx';
import type { RowOf } from '../../../schemas/types.ts';
import { commentsAt } from '../calls/intervention-calls.ts';
import { isUnsent, useRowsWithActs } from '../calls/unsent-acts.ts';
import { THUMB, WorkSection } from './WorkSection.tsx';

export function WorkComments({ record }: { record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const { data = [], acts } = useRowsWithActs<RowOf<'commento'>>(record.id, commentsAt(record.id));
  const added = acts.filter(({ act }) => act === 'add-comment');
  return (
    <WorkSection title={translate('officina.interventions.detail.tab.commenti')}>
      {data.length + added.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.5 }}>
          {data.map((row) => (
            <Comment
              key={row.id}
              about={[row.usr_ins, formatInstant(String(row.data_ins), zone)]}
              text={row.testo}
            />
          ))}
          {added.map((act) => (
            <Comment
              key={act.key}
              about={[
                session.user()?.nome,
                formatInstant(new Date(act.doneAt).toISOString(), zone),
                isUnsent(act) && translate('officina.interventions.work.unsent'),
              ]}
              text={String(act.body.testo)}
            />
          ))}
        </Box>
      )}
      {record.commentabile === 1 && <NewComment intervention={record.id} />}
    </WorkSection>
  );
}

function Comment({ about, text }: { about: unknown[]; text: string }) {
  return (
    <li>
      <Typography variant="body2" color="textSecondary">
        {about.filter(Boolean).join(', ')}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
    </li>
  );
}

function NewComment({ intervention }: { intervention: number }) {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const { ask, busy, dialog } = useAct(useApplication().act('add-comment'));
  const [text, setText] = useState('');
  const dictates = useCanDictate();
  const label = translate('officina.interventions.detail.add_comment');
  const send = async () => {
    const outcome = await ask(intervention, { testo: text.trim() });
    if ('refused' in outcome) sayWhy(outcome.error);
    else if ('done' in outcome || 'queued' in outcome) setText('');
  };
  return (
    <>
      <TextField
        multiline
        minRows={2}
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        slotProps={{
          input: {
            endAdornment: dictates && <DictateButton label={label} read={() => text} write={setText} />,
          },
        }}
      />
      {text.trim() !== '' && (
        <Button variant="outlined" loading={busy} onClick={() => void send()} sx={THUMB}>
          {translate('officina.interventions.work.send_comment')}
        </Button>
      )}
      {dialog}
    </>
  );
}
