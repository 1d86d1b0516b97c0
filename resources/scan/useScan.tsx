/** Opens the scan dialog with `scan()`. The dialog loads when it is first needed. */
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Opening } from '../feedback/Placeholder.tsx';
import type { ScanDialogProps } from './ScanDialog.tsx';

const ScanDialog = lazy(() => import('./ScanDialog.tsx'));

interface Scan {
  scan(): void;
  close(): void;
  dialog: ReactNode;
}

export function useScan({ title, onCode }: Omit<ScanDialogProps, 'onClose'>): Scan {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return {
    scan: useCallback(() => setOpen(true), []),
    close,
    dialog: open ? (
      <Suspense fallback={<Opening />}>
        <ScanDialog title={title} onCode={onCode} onClose={close} />
      </Suspense>
    ) : null,
  };
}
