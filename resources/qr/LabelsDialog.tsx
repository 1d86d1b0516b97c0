/** The dialog that prints labels: the label sheet, a preview of the first label, the number of labels. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useDataProvider, useListContext, useTranslate } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import { having } from '../../schemas/catalogue.ts';
import { type Entity, LOCALES } from '../../schemas/entity.ts';
import { fitsPage, LABELS_MAX, onOnePage } from '../../schemas/qr/labels.ts';
import { useLanguage } from '../context/application.tsx';
import { useFullScreen } from '../context/useNarrow.ts';
import { CancelButton } from '../feedback/CancelButton.tsx';
import { useSay, useSayWhy } from '../feedback/toasts.ts';
import { LabelPreview } from './LabelPreview.tsx';
import { LabelSheetFields } from './LabelSheetFields.tsx';
import { SheetPlan } from './SheetPlan.tsx';
import { type LabelSheet, useLabelSheet } from './useLabelSheet.ts';

interface LabelsDialogProps {
  entity: Entity;
  onClose(): void;
}

/** Returns the query of the selected rows, or of all filtered rows. */
function useLabelQuery(entity: Entity) {
  const { filterValues, sort, total = 0, selectedIds, data = [] } = useListContext();
  if (selectedIds.length === 0)
    return { query: { filter: filterValues, sort }, count: total, sample: data[0] };
  return {
    query: { filter: { ...having(entity, 'qr').qr.among, [entity.id]: selectedIds.join(',') }, sort },
    count: selectedIds.length,
    sample: data.find((row) => selectedIds.includes(row.id)) ?? data[0],
  };
}

export default function LabelsDialog({ entity, onClose }: LabelsDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const fullScreen = useFullScreen();
  const sheet = useLabelSheet();
  const { query, count, sample } = useLabelQuery(entity);
  const { print, busy } = usePrint(entity, query, sheet, onClose);
  const id = useId();
  const { format, first } = sheet;
  const many = count > LABELS_MAX;
  const pages = Math.ceil((first - 1 + count) / onOnePage(format));
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={id}
      fullWidth
      maxWidth="md"
      fullScreen={fullScreen}
    >
      <DialogTitle id={id}>
        {translate('officina.qr.labels_title', { name: entity.titles[language] })}
      </DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 3, pt: 1, gridTemplateColumns: { xs: '1fr', md: '320px 1fr' } }}>
          <LabelSheetFields sheet={sheet} />
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start', minWidth: 0 }}>
            <LabelPreview entity={entity} row={sample} format={format} />
            {format.kind === 'sheet' && <SheetPlan sheet={sheet} count={count} />}
          </Box>
        </Box>
        {many && (
          <Alert severity="warning" sx={{ mt: 2 }}>
            {translate('officina.qr.too_many', { max: LABELS_MAX.toLocaleString(LOCALES[language]) })}
          </Alert>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Typography
          variant="body2"
          color="textSecondary"
          role="status"
          sx={{ flex: 1, minWidth: 160, pl: 2 }}
        >
          {translate('officina.qr.count', { smart_count: count })},{' '}
          {translate('officina.qr.pages', { smart_count: pages })}
        </Typography>
        <CancelButton disabled={busy} onClick={onClose} />
        <Button
          variant="contained"
          disabled={busy || many || count === 0 || !fitsPage(format)}
          startIcon={busy ? <CircularProgress size={16} color="inherit" /> : undefined}
          onClick={print}
        >
          {translate(busy ? 'officina.qr.printing' : 'officina.qr.print')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type QrCodes = OfficinaProvider['qrCodes'];

function usePrint(
  entity: Entity,
  query: Parameters<QrCodes>[1],
  { format, first }: LabelSheet,
  onDone: () => void,
) {
  const provider = useDataProvider<OfficinaProvider>();
  const say = useSay();
  const sayWhy = useSayWhy();
  const [busy, setBusy] = useState(false);
  const print = async () => {
    setBusy(true);
    try {
      const { name, left, top, kind } = format;
      const grid = { primaEtichetta: first, margineSinistro: left, margineAlto: top };
      await provider.qrCodes(entity.resource, query, { formato: name, ...(kind === 'sheet' && grid) });
      say('officina.qr.printed');
      onDone();
    } catch (error) {
      sayWhy(error);
      setBusy(false);
    }
  };
  return { print, busy };
}
