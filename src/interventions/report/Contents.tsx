/** The contents of the report, displayed before signing. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { Preview } from './report-calls.ts';

/** The height, which leaves space for signing. Longer contents scroll. */
const HEIGHT = { xs: '32vh', sm: '36vh' };

export function Contents({ preview }: { preview: Preview }) {
  const translate = useTranslate();
  const title = translate('officina.interventions.detail.signature.contents');
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={title}
      tabIndex={0}
      sx={{ p: 1.5, maxHeight: HEIGHT, overflowY: 'auto', overflowWrap: 'anywhere' }}
    >
      <Typography component="h3" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {preview.contenuto.map(({ titolo, righe }) => (
        <Box key={titolo} sx={{ mt: 1 }}>
          <Typography variant="body2" color="textSecondary" component="h4">
            {titolo}
          </Typography>
          {righe.map(({ nome, valore }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: static lines, two of which may be equal
            <Typography key={at} variant="body2" sx={{ whiteSpace: 'pre-line' }}>
              {valore ? `${nome}: ${valore}` : nome}
            </Typography>
          ))}
        </Box>
      ))}
    </Paper>
  );
}
