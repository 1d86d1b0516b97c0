/** Opens and saves files, from any page. The preview loads when it is first needed. */

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type DocumentRow, documentOf, downloadDocument, type Owner } from '../../dataProvider/documents.ts';
import { Opening } from '../feedback/Placeholder.tsx';
import { useSay, useSayWhy } from '../feedback/toasts.ts';
import { isViewable } from './file-facts.ts';

const Preview = lazy(() => import('./Preview.tsx'));

export interface Files {
  /** Opens the preview, or saves a file that no page can display. */
  look(file: DocumentRow): void;
  /** Opens a file by its id alone. */
  lookAt(id: number): void;
  save(id: number): void;
  dialog: ReactNode;
}

/** `among` contains the files that the buttons for next and previous go through. */
export function useFiles(owner: Owner, among: DocumentRow[] = []): Files {
  const say = useSay();
  const sayWhy = useSayWhy();
  const [open, setOpen] = useState<DocumentRow>();
  const reportMissing = () => say('officina.documents.gone', 'warning');
  const save = async (id: number) => {
    try {
      if (!(await downloadDocument(owner, id))) reportMissing();
    } catch (error) {
      sayWhy(error);
    }
  };
  const look = (file: DocumentRow) => {
    if (isViewable(file.content_type)) setOpen(file);
    else void save(file.id);
  };
  const lookAt = async (id: number) => {
    try {
      const file = await documentOf(owner, id);
      if (file) look(file);
      else reportMissing();
    } catch (error) {
      sayWhy(error);
    }
  };
  const files = among.some(({ id }) => id === open?.id) ? among : open ? [open] : [];
  return {
    look,
    lookAt: (id) => void lookAt(id),
    save: (id) => void save(id),
    dialog: open && (
      <Suspense fallback={<Opening />}>
        <Preview
          owner={owner}
          files={files.filter((file) => isViewable(file.content_type))}
          at={open.id}
          onMove={(id) => setOpen(files.find((file) => file.id === id))}
          onSave={(id) => void save(id)}
          onClose={() => setOpen(undefined)}
        />
      </Suspense>
    ),
  };
}
