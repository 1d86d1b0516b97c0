/** Opens and saves files, from any page. The preview loads when it is first needed. */

import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type DocumentRow, documentOf, downloadDocument, type Owner } from '../../dataProvider/documents.ts';
import { network } from '../../dataProvider/network.ts';
import { Opening } from '../feedback/Placeholder.tsx';
import { useSay, useSayWhy } from '../feedback/toasts.ts';
import { isViewable } from './file-facts.ts';

const Preview = lazy(() => import('./Preview.tsx'));

export interface Files {
  /** Opens the preview, or saves a file that no page can display. */
  look(file: DocumentRow): void;
  /** Opens a file by its id alone. */
  lookAt(id: number): void;
  save(file: DocumentRow): void;
  dialog: ReactNode;
}

/** `among` contains the files that the buttons for next and previous go through. */
export function useFiles(owner: Owner, among: DocumentRow[] = []): Files {
  const say = useSay();
  const sayWhy = useSayWhy();
  const [open, setOpen] = useState<DocumentRow>();
  const reportMissing = () => say('officina.documents.gone', 'warning');
  const reportFailed = async (error: unknown) => {
    if (await network.check()) sayWhy(error);
    else say('officina.documents.not_held', 'warning');
  };
  const save = async (file: DocumentRow) => {
    try {
      if (!(await downloadDocument(owner, file))) reportMissing();
    } catch (error) {
      await reportFailed(error);
    }
  };
  const look = (file: DocumentRow) => {
    if (isViewable(file.content_type)) setOpen(file);
    else void save(file);
  };
  const lookAt = async (id: number) => {
    try {
      const file = await documentOf(owner, id);
      if (file) look(file);
      else reportMissing();
    } catch (error) {
      await reportFailed(error);
    }
  };
  const files = among.some(({ id }) => id === open?.id) ? among : open ? [open] : [];
  return {
    look,
    lookAt: (id) => void lookAt(id),
    save: (file) => void save(file),
    dialog: open && (
      <Suspense fallback={<Opening />}>
        <Preview
          owner={owner}
          files={files.filter((file) => isViewable(file.content_type))}
          at={open.id}
          onMove={(id) => setOpen(files.find((file) => file.id === id))}
          onSave={(file) => void save(file)}
          onClose={() => setOpen(undefined)}
        />
      </Suspense>
    ),
  };
}
