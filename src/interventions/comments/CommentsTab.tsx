/** The comments on an intervention, newest first. */

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { RowButton } from '../../../resources/display/RowButton.tsx';
import { replacesData } from '../../../resources/feedback/advice.ts';
import { Emptiness } from '../../../resources/feedback/Emptiness.tsx';
import { Failure } from '../../../resources/feedback/Failure.tsx';
import { Loading } from '../../../resources/feedback/Loading.tsx';
import { formatInstant } from '../../../resources/format/format.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { commentsAt, useRows } from '../calls/intervention-calls.ts';
import type { Opener } from '../tabs/tab-dialogs.ts';
import { useRemoval } from '../tabs/useRemoval.tsx';
import { useTabHint } from '../tabs/useTabHint.ts';

export function CommentsTab({ record, open }: { record: RowOf<'odl'>; open: Opener }) {
  const translate = useTranslate();
  const { data, error, refetch } = useRows<RowOf<'commento'>>(record.id, commentsAt(record.id));
  const hintOf = useTabHint(record.commentabile === 1);
  const removal = useRemoval<RowOf<'commento'>>({
    question: 'officina.confirm.deleteComment',
    address: (row) => `/commento/${row.id}`,
  });
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={120} />;
  if (data.length === 0)
    return (
      <Paper variant="outlined">
        <Emptiness
          title={translate('officina.empty.comments')}
          hint={hintOf('comments_hint', 'add_comment')}
        />
      </Paper>
    );
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, maxWidth: 760 }}>
      {data.map((row) => (
        <Comment
          key={row.id}
          row={row}
          onEdit={() => open({ name: 'change-comment', stored: row })}
          onRemove={() => removal.ask(row)}
        />
      ))}
      {removal.dialog}
    </Box>
  );
}

function Comment({ row, onEdit, onRemove }: { row: RowOf<'commento'>; onEdit(): void; onRemove(): void }) {
  const zone = usePlantZone();
  const by = String(row.usr_ins ?? '');
  return (
    <Paper component="li" variant="outlined" sx={{ p: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
          {`${by}, ${formatInstant(String(row.data_ins), zone)}`}
        </Typography>
        {row.modificabile === 1 && (
          <>
            <RowButton action="edit" name={by} icon={<EditIcon fontSize="small" />} onClick={onEdit} />
            <RowButton action="delete" name={by} icon={<DeleteIcon fontSize="small" />} onClick={onRemove} />
          </>
        )}
      </Box>
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{String(row.testo)}</Typography>
    </Paper>
  );
}
