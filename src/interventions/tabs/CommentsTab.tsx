/** What people say of an intervention, the newest first. */
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { Missing } from '../../../resources/form/Missing.tsx';
import { formatInstant } from '../../../resources/format.ts';
import { usePlantZone } from '../../../resources/House.tsx';
import { Loading } from '../../../resources/Loading.tsx';
import { reasonOf } from '../../../resources/say.ts';
import type { Row } from '../../../schemas/entity.ts';
import { useRows } from '../ground/calls.ts';
import type { Opener } from '../ground/dialogs.ts';
import { RowButton } from '../ground/RowButton.tsx';
import { useRemoval } from '../ground/useRemoval.tsx';

export function CommentsTab({ record, open }: { record: Row; open: Opener }) {
  const translate = useTranslate();
  const { data, error } = useRows(record.id as number, `/commento/intervento/${record.id}`);
  const removal = useRemoval({
    question: 'officina.confirm.deleteComment',
    address: (row) => `/commento/${row.id}`,
  });
  if (error) return <Missing reason={reasonOf(error)} />;
  if (!data) return <Loading height={120} />;
  if (data.length === 0)
    return (
      <Paper variant="outlined" sx={{ p: 4, textAlign: 'center' }}>
        <Typography color="textSecondary">{translate('officina.empty.comments')}</Typography>
      </Paper>
    );
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, maxWidth: 760 }}>
      {data.map((row) => (
        <Comment
          key={row.id as number}
          row={row}
          onEdit={() => open({ kind: 'comment', row })}
          onRemove={() => removal.ask(row)}
        />
      ))}
      {removal.dialog}
    </Box>
  );
}

function Comment({ row, onEdit, onRemove }: { row: Row; onEdit(): void; onRemove(): void }) {
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
