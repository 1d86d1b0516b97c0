/** The button for the QR code of a record. Users without the right to print it do not see it. */
import QrCodeIcon from '@mui/icons-material/QrCode2';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { HeaderButton } from '../form/FormHeader.tsx';

const QrDialog = lazy(() => import('./QrDialog.tsx'));

export function QrButton({ entity, record }: { entity: Entity; record: Row }) {
  const translate = useTranslate();
  const { may } = useApplication();
  const [open, setOpen] = useState(false);
  if (!entity.qr || !may(entity.access.write)) return null;
  return (
    <>
      <HeaderButton
        label={translate('officina.qr.button')}
        startIcon={<QrCodeIcon />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {open && (
        <Suspense fallback={<Opening />}>
          <QrDialog entity={entity} record={record} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
