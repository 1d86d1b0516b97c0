/** The comments on the work card. Users type and send them on the card. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { session } from '../../../dataProvider/session.ts';
import { useAct } from '../../../resources/acts/useAct.tsx';
import { useApplication, usePlantZone } from '../../../resources/context/application.tsx';
import { useSayWhy } from '../../../resources/feedback/toasts.ts';
import type { PageDraft } from '../../../resources/form/page-draft.ts';
import { useTypedText } from '../../../resources/form/usePageDraft.ts';
import { formatInstant } from '../../../resources/format/format.ts';
import { DictateButton, useCanDictate } from '../../../resources/speech/DictateButton.tsx';
import type { RowOf } from '../../../schemas/types.ts';
import { commentsAt } from '../calls/intervention-calls.ts';
import { isUnsent, useRowsWithActs } from '../calls/unsent-acts.ts';
import { THUMB, WorkSection } from './WorkSection.tsx';

interface WorkCommentsProps {
  record: RowOf<'odl'>;
  draft: PageDraft;
}

export function WorkComments({ record, draft }: WorkCommentsProps) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const { data: stored, acts } = useRowsWithActs<RowOf<'commento'>>(record.id, commentsAt(record.id));
  const data = stored ?? [];
  const added = acts.filter(({ act }) => act === 'add-comment');
  return (
    <WorkSection
      title={translate('officina.interventions.detail.tab.commenti')}
      anchor={stored && 'commenti'}
    >
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
      {record.commentabile === 1 && <NewComment record={record} draft={draft} />}
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

function NewComment({ record, draft }: WorkCommentsProps) {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const { ask, busy, dialog } = useAct(useApplication().act('add-comment'));
  const { typed, type } = useTypedText(draft, 'comment', record);
  const text = typed?.text ?? '';
  const write = (next: string) => type(next === '' ? undefined : { text: next });
  const dictates = useCanDictate();
  const label = translate('officina.interventions.detail.add_comment');
  const send = async () => {
    const outcome = await ask(record.id, { testo: text.trim() });
    if ('refused' in outcome) sayWhy(outcome.error);
    else if ('done' in outcome || 'queued' in outcome) type(undefined);
  };
  return (
    <>
      <TextField
        multiline
        minRows={2}
        label={label}
        value={text}
        onChange={(event) => write(event.target.value)}
        slotProps={{
          input: {
            endAdornment: dictates && <DictateButton label={label} read={() => text} write={write} />,
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
