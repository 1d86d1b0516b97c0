/** Opens the dialog of labels with the QR codes of the filtered list, or of its selected rows. */
import QrCodeIcon from '@mui/icons-material/QrCode2';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useApplication } from '../context/application.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { useEntity } from '../list/ListData.ts';

const LabelsDialog = lazy(() => import('./LabelsDialog.tsx'));

export function LabelsButton() {
  const entity = useEntity();
  const translate = useTranslate();
  const { may } = useApplication();
  const { total } = useListContext();
  const [open, setOpen] = useState(false);
  if (!entity.qr || !may(entity.access.write)) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<QrCodeIcon />}
        aria-haspopup="dialog"
        disabled={!total}
        onClick={() => setOpen(true)}
      >
        {translate('officina.qr.labels')}
      </Button>
      {open && (
        <Suspense fallback={<Opening />}>
          <LabelsDialog entity={entity} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
