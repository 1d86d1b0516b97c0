/** The documents of a record: folders on the left, the files of the selected folder on the right. */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { type Identifier, useRefresh, useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router';
import { type DocumentRow, type Owner, ownIn, type RecordDocuments } from '../../dataProvider/documents.ts';
import type { Entity } from '../../schemas/entity.ts';
import { useNarrow } from '../context/useNarrow.ts';
import { replacesData } from '../feedback/advice.ts';
import { Failure } from '../feedback/Failure.tsx';
import { Loading } from '../feedback/Loading.tsx';
import { Opening } from '../feedback/Placeholder.tsx';
import { useFiles } from '../files/useFiles.tsx';
import { useDraftLink } from '../form/draft-link.ts';
import { AddDocument } from './AddDocument.tsx';
import { DocumentCards } from './DocumentCards.tsx';
import { placeOfDocument } from './DocumentForm.tsx';
import { DocumentTable } from './DocumentTable.tsx';
import { NEWEST_FIRST, sorted } from './document-columns.ts';
import { documentAddress } from './document-routes.ts';
import type { Shelf } from './document-row.ts';
import { FolderNav } from './FolderNav.tsx';
import { NoDocuments } from './NoDocuments.tsx';
import { UploadNotice } from './UploadNotice.tsx';
import { useDeleteDocument } from './useDeleteDocument.tsx';
import { useDocuments, useJob, useJobState, useMayChange } from './useDocuments.ts';

const DocumentDialog = lazy(() => import('./DocumentDialog.tsx'));

interface DocumentsPanelProps {
  entity: Entity;
  id: Identifier;
  /** Whether the user may add files here. */
  canUpload?: boolean;
  /** Whether the user may change existing files here. */
  canChange?: boolean;
  /**
   * The name of the related record to which the files belong. Such files are read-only, and without files there is
   * no panel.
   */
  relatedName?: string;
}

export function DocumentsPanel(props: DocumentsPanelProps) {
  const { entity, id, canUpload = true, canChange = canUpload, relatedName } = props;
  const owner = useMemo((): Owner => ({ resource: entity.resource, id }), [entity, id]);
  const { data, error, refetch } = useDocuments(owner);
  useArrivals(owner);
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={240} />;
  const stored = ownIn(data, entity.documents?.type);
  if (relatedName === undefined)
    return (
      <Contents entity={entity} owner={owner} stored={stored} canUpload={canUpload} canChange={canChange} />
    );
  if (stored.documenti.length === 0) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: 1 }}>
        {relatedName}
      </Typography>
      <Contents
        entity={entity}
        owner={owner}
        stored={stored}
        canUpload={false}
        canChange={false}
        relatedName={relatedName}
      />
    </Box>
  );
}

/** Reloads the list when a background upload is finished. */
function useArrivals(owner: Owner): void {
  const refresh = useRefresh();
  const state = useJobState(useJob(owner));
  const arrived = state?.items.filter(({ step }) => step === 'done').length ?? 0;
  useEffect(() => {
    if (arrived > 0) refresh();
  }, [arrived, refresh]);
}

const FOLDER = 'cartella';
const relatedFolder = ({ name }: Entity): string => `cartella_${name}`;

/** Returns the selected folder, which is in the address so that the link can be sent to a colleague. */
function useFolder(
  { cartelle }: RecordDocuments,
  name: string,
): [number | undefined, (id: number | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const requested = Number(search.get(name));
  const folder = cartelle.find(({ id }) => id === requested)?.id;
  const choose = (id: number | undefined) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === undefined) next.delete(name);
        else next.set(name, String(id));
        return next;
      },
      { replace: true },
    );
  return [folder, choose];
}

interface ContentsProps {
  entity: Entity;
  owner: Owner;
  stored: RecordDocuments;
  canUpload: boolean;
  canChange: boolean;
  relatedName?: string;
}

/** Returns the actions that the rows share, and the dialogs that they open. */
function useShelf(
  entity: Entity,
  owner: Owner,
  rows: DocumentRow[],
  changes: boolean,
): { shelf: Shelf; dialogs: ReactNode } {
  const [edited, setEdited] = useState<{ document: DocumentRow; draft?: string }>();
  const files = useFiles(owner, rows);
  const mayChange = useMayChange(entity);
  const deletion = useDeleteDocument(owner);
  const shelf: Shelf = {
    files,
    mayChange: (row) => changes && mayChange(row),
    edit: (row) => documentAddress(entity, owner.id, row.id) ?? (() => setEdited({ document: row })),
    remove: deletion.ask,
  };
  useDraftLink(({ id, place }) => {
    const row = rows.find((one) => place === placeOfDocument(owner, one));
    if (row) setEdited({ document: row, draft: id });
    return row !== undefined;
  });
  const dialogs = (
    <>
      {files.dialog}
      {deletion.dialog}
      {edited && (
        <Suspense fallback={<Opening />}>
          <DocumentDialog entity={entity} owner={owner} {...edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
    </>
  );
  return { shelf, dialogs };
}

function Contents({ entity, owner, stored, canUpload, canChange, relatedName }: ContentsProps) {
  const translate = useTranslate();
  const narrow = useNarrow();
  const [folder, choose] = useFolder(stored, relatedName ? relatedFolder(entity) : FOLDER);
  const [order, setOrder] = useState(NEWEST_FIRST);
  const { documenti, cartelle } = stored;
  const rows = useMemo(() => {
    const chosen = documenti.filter((row) => folder === undefined || row.id_cartella === folder);
    return sorted(chosen, order);
  }, [documenti, folder, order]);
  const { shelf, dialogs } = useShelf(entity, owner, rows, canChange);
  // Files cannot be added to a related record here, so its empty folders are hidden.
  const visible = relatedName ? cartelle.filter(({ files }) => files.length > 0) : cartelle;
  const inside = cartelle.find(({ id }) => id === folder);
  return (
    <Paper variant="outlined" sx={{ p: { xs: 1.5, md: 2 } }}>
      <UploadNotice entity={entity} owner={owner} />
      <Box sx={narrow ? { display: 'grid', gap: 2 } : { display: 'flex', gap: 2, alignItems: 'flex-start' }}>
        <FolderNav
          of={relatedName}
          folders={visible}
          total={documenti.length}
          chosen={folder}
          onChoose={choose}
        />
        <Box
          component="section"
          aria-label={[translate('officina.documents.title'), relatedName].filter(Boolean).join(', ')}
          sx={{ flex: 1, minWidth: 0 }}
        >
          {rows.length === 0 ? (
            <NoDocuments entity={entity} id={owner.id} folder={inside} canUpload={canUpload} />
          ) : narrow ? (
            <DocumentCards rows={rows} shelf={shelf} />
          ) : (
            <DocumentTable entity={entity} rows={rows} order={order} onOrder={setOrder} shelf={shelf} />
          )}
        </Box>
      </Box>
      {narrow && canUpload && rows.length > 0 && (
        <AddDocument entity={entity} id={owner.id} folder={folder} atFoot />
      )}
      {dialogs}
    </Paper>
  );
}
