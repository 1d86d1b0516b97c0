/** A small form over the page of an intervention: once it is sent it closes, and all that it may have changed is read anew. */
import { FormDialog, type FormDialogProps } from '../../../resources/form/FormDialog.tsx';
import { useChanged } from './calls.ts';

export function WorkDialog({ onClose, ...form }: Omit<FormDialogProps, 'onDone'>) {
  const changed = useChanged();
  return (
    <FormDialog
      {...form}
      onDone={() => {
        void changed();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
