/** The documents of a record on a phone: one card per file. */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { DocumentRow } from '../../dataProvider/documents.ts';
import { useLanguage } from '../context/application.tsx';
import { FileMark } from '../files/FileMark.tsx';
import { sizeText } from '../files/file-facts.ts';
import { HeldNote } from '../files/HeldNote.tsx';
import { formatDate } from '../format/format.ts';
import { DocumentMenu } from './DocumentActions.tsx';
import { COVER } from './document-columns.ts';
import type { Shelf } from './document-row.ts';

export function DocumentCards({ rows, shelf }: { rows: DocumentRow[]; shelf: Shelf }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {rows.map((row) => (
        <DocumentCard key={row.id} row={row} shelf={shelf} />
      ))}
    </Box>
  );
}

function DocumentCard({ row, shelf }: { row: DocumentRow; shelf: Shelf }) {
  const translate = useTranslate();
  const language = useLanguage();
  const facts = [
    row.cartella,
    formatDate(row.data_validita),
    row.usr_ins,
    sizeText(row.dimensione, language),
  ];
  return (
    <Card component="li" variant="outlined" sx={{ display: 'flex', alignItems: 'flex-start' }}>
      <CardActionArea
        onClick={() => shelf.files.look(row)}
        sx={{ flex: 1, minWidth: 0, p: 1.25, display: 'flex', gap: 1.5, justifyContent: 'flex-start' }}
      >
        <FileMark mime={row.content_type} size={row.dimensione} url={row.url} side={56} />
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere', lineHeight: 1.3 }}>
            {row.nome_file_originale}
          </Typography>
          {row.descrizione && (
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {row.descrizione}
            </Typography>
          )}
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {facts.filter(Boolean).join(' · ')}
          </Typography>
          <HeldNote file={row} />
          {row[COVER] === 1 && (
            <Chip size="small" label={translate('officina.documents.cover')} sx={{ mt: 0.5 }} />
          )}
        </Box>
      </CardActionArea>
      <Box sx={{ p: 0.5, '& .MuiIconButton-root': { width: 48, height: 48 } }}>
        <DocumentMenu row={row} shelf={shelf} />
      </Box>
    </Card>
  );
}
