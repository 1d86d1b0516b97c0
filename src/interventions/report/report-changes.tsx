/** Changes since a job report was created, as the server sends them with its question. */
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';

export interface Change {
  voce: string;
  allora: string;
  ora: string;
  testo: string;
}

/** Reads the changes from the `data` of a response. They are empty if there is no report. */
export const changesIn = (data: unknown): Change[] =>
  (data as { modifiche?: Change[] } | null)?.modifiche ?? [];

export function ChangeList({ changes }: { changes: Change[] }) {
  const translate = useTranslate();
  return (
    <>
      <Typography component="span" sx={{ display: 'block', fontWeight: 600 }}>
        {translate('officina.interventions.detail.signature.changed')}
      </Typography>
      <List dense disablePadding>
        {changes.map(({ testo }) => (
          <ListItem key={testo} disableGutters sx={{ py: 0 }}>
            <ListItemText primary={testo} sx={{ overflowWrap: 'anywhere' }} />
          </ListItem>
        ))}
      </List>
    </>
  );
}
