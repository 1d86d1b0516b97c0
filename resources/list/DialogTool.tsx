/** A button above a list that opens a dialog, loaded on the first click. */
import Button from '@mui/material/Button';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Opening } from '../feedback/Placeholder.tsx';

interface DialogToolProps {
  label: string;
  icon: ReactNode;
  Dialog: ComponentType<{ onClose(): void }>;
}

export function DialogTool({ label, icon, Dialog }: DialogToolProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" startIcon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Suspense fallback={<Opening />}>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
