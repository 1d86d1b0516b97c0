/** The dialog with the QR code of a record ('QR Code Oggetto'), to view, save as a picture, or print. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useId, useMemo, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { saveBlob } from '../../dataProvider/http.ts';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import type { SettingOf } from '../../schemas/access.ts';
import { having } from '../../schemas/catalogue.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { hasTexts, qrFileName, qrText, textsOf } from '../../schemas/qr/code.ts';
import { drawPicture } from '../../schemas/qr/drawing.ts';
import { PAGE_FORMAT } from '../../schemas/qr/labels.ts';
import { useLanguage } from '../context/application.tsx';
import { reasonOf, useSayWhy } from '../feedback/toasts.ts';
import { drawingSvg, pngOf, svgAddress } from './svg.ts';
import { useCodeSettings } from './useCodeSettings.ts';

interface QrDialogProps {
  entity: Entity;
  record: Row;
  onClose(): void;
}

export default function QrDialog({ entity, record, onClose }: QrDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const { setting, error } = useCodeSettings();
  const id = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{translate('officina.qr.title', { name: entity.title[language] })}</DialogTitle>
      {setting ? (
        <QrPicture entity={entity} record={record} setting={setting} />
      ) : (
        <DialogContent sx={{ display: 'grid', justifyItems: 'center' }}>
          {error ? (
            <Alert severity="error">{reasonOf(error)}</Alert>
          ) : (
            <Skeleton variant="rectangular" width={250} height={250} />
          )}
        </DialogContent>
      )}
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {translate('officina.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useCode(entity: Entity, record: Row, setting: SettingOf) {
  return useMemo(() => {
    const text = qrText(entity, record, setting, location.origin);
    const drawing = drawPicture({ texts: hasTexts(entity, setting) ? textsOf(entity, record) : [] });
    return { text, drawing, svg: drawingSvg(drawing, text) };
  }, [entity, record, setting]);
}

function QrPicture({ entity, record, setting }: Omit<QrDialogProps, 'onClose'> & { setting: SettingOf }) {
  const translate = useTranslate();
  const { text, drawing, svg } = useCode(entity, record, setting);
  const name = displayOf(entity, record);
  return (
    <DialogContent sx={{ display: 'grid', justifyItems: 'center', gap: 2 }}>
      <Box
        component="img"
        src={svgAddress(svg)}
        alt={translate('officina.qr.picture', { name })}
        width={drawing.width}
        height={drawing.height}
        sx={{
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
          maxWidth: '100%',
          height: 'auto',
        }}
      />
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ overflowWrap: 'anywhere', textAlign: 'center' }}
      >
        {translate('officina.qr.holds')}{' '}
        <Box component="span" sx={{ color: 'text.primary', fontVariantNumeric: 'tabular-nums' }}>
          {text}
        </Box>
      </Typography>
      <Downloads entity={entity} record={record} svg={svg} size={drawing} />
    </DialogContent>
  );
}

interface DownloadsProps {
  entity: Entity;
  record: Row;
  svg: string;
  size: { width: number; height: number };
}

function Downloads({ entity, record, svg, size }: DownloadsProps) {
  const translate = useTranslate();
  const provider = useDataProvider<OfficinaProvider>();
  const sayWhy = useSayWhy();
  const [busy, setBusy] = useState(false);
  const file = qrFileName(entity, record);
  const take = async (make: () => Promise<void>) => {
    setBusy(true);
    try {
      await make();
    } catch (error) {
      sayWhy(error);
    }
    setBusy(false);
  };
  const pdf = () =>
    provider.qrCodes(
      entity.resource,
      { filter: { ...having(entity, 'qr').qr.among, [entity.id]: record[entity.id] } },
      { formato: PAGE_FORMAT.name },
    );
  const png = async () => saveBlob(await pngOf(svg, size), `${file}.png`);
  const vectors = async () => saveBlob(new Blob([svg], { type: 'image/svg+xml' }), `${file}.svg`);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        width: '100%',
        gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))',
        '& > button': { px: 1, whiteSpace: 'nowrap' },
      }}
      aria-busy={busy}
    >
      <Button variant="contained" disabled={busy} onClick={() => take(pdf)}>
        {translate('officina.qr.pdf')}
      </Button>
      <Button variant="outlined" disabled={busy} onClick={() => take(png)}>
        {translate('officina.qr.png')}
      </Button>
      <Button variant="outlined" disabled={busy} onClick={() => take(vectors)}>
        {translate('officina.qr.svg')}
      </Button>
    </Box>
  );
}
