/** A full-screen preview of pictures, PDF and video. Other files can be saved. */
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type DocumentRow, documentOf, type Owner } from '../../dataProvider/documents.ts';
import { network } from '../../dataProvider/network.ts';
import { MINUTE_MS } from '../../schemas/durations.ts';
import { typeOfMime } from '../../schemas/file-types.ts';
import { useNetworkMissing } from '../context/useNetworkMissing.ts';
import { DARK, INK, PreviewFoot, PreviewHead } from './PreviewBars.tsx';
import { PreviewImage } from './PreviewImage.tsx';
import { useHeldFile } from './useHeldFile.ts';

interface PreviewProps {
  owner: Owner;
  /** The files that the buttons for next and previous go through. */
  files: DocumentRow[];
  /** The id of the visible file. */
  at: number;
  onMove(id: number): void;
  onSave(file: DocumentRow): void;
  onClose(): void;
}

const ZOOMS = [1, 1.5, 2, 3, 4, 6];
/** The time in milliseconds for which an address is used. Addresses of files are valid for at least ten minutes. */
const ADDRESS_MS = 8 * MINUTE_MS;

export default function Preview({ owner, files, at, onMove, onSave, onClose }: PreviewProps) {
  const title = useId();
  const index = Math.max(
    0,
    files.findIndex(({ id }) => id === at),
  );
  const file = files[index]!;
  const [zoom, setZoom] = useState(1);
  const move = (by: number) => {
    const next = files[index + by];
    if (!next) return;
    setZoom(1);
    onMove(next.id);
  };
  const step = (by: number) => setZoom(ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom);
  const keys = (event: KeyboardEvent) => {
    // A video uses the same keys.
    if (event.target instanceof HTMLVideoElement) return;
    const act = {
      ArrowLeft: () => move(-1),
      ArrowRight: () => move(1),
      '+': () => step(1),
      '-': () => step(-1),
    }[event.key];
    act?.();
  };
  const zooms = typeOfMime(file.content_type)?.preview === 'image';
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      onKeyDown={keys}
      aria-labelledby={title}
      slotProps={{ paper: { sx: { bgcolor: DARK, color: INK, display: 'flex', flexDirection: 'column' } } }}
    >
      <PreviewHead
        titleId={title}
        name={file.nome_file_originale}
        position={{ index: index + 1, total: files.length }}
        onSave={() => onSave(file)}
        onClose={onClose}
      />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
        <FileContent
          key={file.id}
          owner={owner}
          file={file}
          zoom={zoom}
          onZoom={setZoom}
          onSave={() => onSave(file)}
        />
      </Box>
      <PreviewFoot
        turn={files.length > 1 ? { before: index > 0, after: index < files.length - 1, by: move } : undefined}
        zoom={zooms ? { out: zoom > 1, in: zoom !== ZOOMS.at(-1), by: step } : undefined}
      />
    </Dialog>
  );
}

interface FileContentProps {
  owner: Owner;
  file: DocumentRow;
  zoom: number;
  onZoom(zoom: number): void;
  onSave(): void;
}

/** Returns the address of a file on this device, or else a new one from the server; null if there is none. */
function useAddress(owner: Owner, file: DocumentRow): { isHeld: boolean | undefined; url?: string | null } {
  const { isHeld, url } = useHeldFile(file.url);
  const { data, error } = useQuery({
    queryKey: ['document', owner.resource, owner.id, file.id],
    queryFn: async () => {
      const row = await documentOf(owner, file.id);
      // Without a network the address of an earlier answer leads nowhere.
      return network.isMissing() ? null : (row?.url ?? null);
    },
    staleTime: ADDRESS_MS,
    enabled: isHeld === false,
  });
  if (isHeld !== false) return { isHeld, url };
  return { isHeld, url: error && !data ? null : data };
}

function FileContent({ owner, file, zoom, onZoom, onSave }: FileContentProps) {
  const missing = useNetworkMissing();
  const { isHeld, url } = useAddress(owner, file);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (!missing) setFailed(undefined);
  }, [missing]);
  const { nome_file_originale: name, content_type: mime } = file;
  const viewer = typeOfMime(mime)?.preview;
  const isGone = url === null || (url !== undefined && url === failed);
  const common = {
    name,
    onFailed: () => {
      setFailed(url ?? undefined);
      void network.check();
    },
  };
  if (isGone && missing && isHeld === false) return <NotHeld />;
  if (isGone || viewer === undefined || (viewer === 'pdf' && !navigator.pdfViewerEnabled))
    return <NoPreview onSave={onSave} />;
  if (!url) return null;
  if (viewer === 'image') return <PreviewImage {...common} url={url} zoom={zoom} onZoom={onZoom} />;
  if (viewer === 'video') return <PreviewVideo {...common} url={url} />;
  // The headers of the reply forbid everything to a page in this frame. A PDF from this device is never read as a page.
  return <iframe title={name} src={url} style={{ flex: 1, border: 0, background: DARK }} />;
}

function NotHeld() {
  const translate = useTranslate();
  return (
    <Typography role="status" sx={{ m: 'auto', p: 3, textAlign: 'center' }}>
      {translate('officina.documents.not_held')}
    </Typography>
  );
}

function PreviewVideo({ url, name, onFailed }: { url: string; name: string; onFailed(): void }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: videos recorded at a plant have no captions.
    <video
      controls
      playsInline
      preload="metadata"
      aria-label={name}
      src={url}
      onError={onFailed}
      style={{ width: '100%', height: '100%' }}
    />
  );
}

function NoPreview({ onSave }: { onSave(): void }) {
  const translate = useTranslate();
  return (
    <Box sx={{ m: 'auto', p: 3, textAlign: 'center', display: 'grid', gap: 2, justifyItems: 'center' }}>
      <Typography>{translate('officina.documents.unshown')}</Typography>
      <Button variant="contained" startIcon={<DownloadIcon />} onClick={onSave}>
        {translate('officina.documents.download')}
      </Button>
    </Box>
  );
}
