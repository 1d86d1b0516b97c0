/** Says whether a document opens without a network: that it is on this device, or, without a network, that it is not. */
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import type { DocumentRow } from '../../dataProvider/documents.ts';
import { useNetworkMissing } from '../context/useNetworkMissing.ts';
import { useIsHeld } from './useHeldFile.ts';

export function HeldNote({ file }: { file: DocumentRow }) {
  const translate = useTranslate();
  const missing = useNetworkMissing();
  const isHeld = useIsHeld(file.url);
  if (isHeld === undefined || (!isHeld && !missing)) return null;
  return (
    <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
      {translate(isHeld ? 'officina.documents.held' : 'officina.documents.network_only')}
    </Typography>
  );
}
