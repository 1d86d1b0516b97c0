/** The dialog for the address of the user's calendar feed: create, copy, show as a QR code, revoke. */

import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../dataProvider/http.ts';
import { usePlantZone } from '../../resources/context/application.tsx';
import { useFullScreen } from '../../resources/context/useNarrow.ts';
import { ConfirmDialog } from '../../resources/feedback/ConfirmDialog.tsx';
import { reasonOf, useSay, useSayWhy } from '../../resources/feedback/toasts.ts';
import { formatInstant } from '../../resources/format/format.ts';
import { drawingSvg, svgAddress } from '../../resources/qr/svg.ts';
import { drawPicture } from '../../schemas/qr/drawing.ts';

interface Feed {
  inizio: string;
  creato: string;
  letto: string | null;
}

const PATH = '/calendario/';
const KEY = ['own calendar feed'];
type Pending = 'renew' | 'revoke';

function useFeed() {
  const client = useQueryClient();
  const say = useSay();
  const sayWhy = useSayWhy();
  const [link, setLink] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { data, error } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await call<Feed | null>(PATH)).data,
  });
  const act = async (method: 'POST' | 'DELETE') => {
    setBusy(true);
    try {
      const done = await call<(Feed & { link: string }) | null>(PATH, { method });
      setLink(done.data?.link);
      client.setQueryData(KEY, done.data);
      say(done.description, 'success');
    } catch (failure) {
      sayWhy(failure);
    }
    setBusy(false);
  };
  return { feed: data, error, link, busy, make: () => act('POST'), revoke: () => act('DELETE') };
}

export default function FeedDialog({ onClose }: { onClose(): void }) {
  const translate = useTranslate();
  const id = useId();
  const fullScreen = useFullScreen();
  const { feed, error, link, busy, make, revoke } = useFeed();
  const [pending, setPending] = useState<Pending>();
  const confirmed = async () => {
    await (pending === 'renew' ? make() : revoke());
    setPending(undefined);
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth fullScreen={fullScreen}>
      <DialogTitle id={id}>{translate('officina.feed.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <DialogContentText>{translate('officina.feed.about')}</DialogContentText>
        {error && <Alert severity="error">{reasonOf(error)}</Alert>}
        {feed === undefined && !error && <Skeleton variant="rectangular" height={40} />}
        {link ? <Address link={link} /> : feed && <ExistingFeed feed={feed} />}
        {feed && !link && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button variant="outlined" disabled={busy} onClick={() => setPending('renew')}>
              {translate('officina.feed.renew')}
            </Button>
            <Button color="error" disabled={busy} onClick={() => setPending('revoke')}>
              {translate('officina.feed.revoke')}
            </Button>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('officina.close')}</Button>
        {feed === null && (
          <Button variant="contained" loading={busy} onClick={make} autoFocus>
            {translate('officina.feed.make')}
          </Button>
        )}
      </DialogActions>
      {pending && (
        <ConfirmDialog
          open
          title={translate(`officina.feed.${pending}_title`)}
          confirm={translate(`officina.feed.${pending}`)}
          busy={busy}
          onConfirm={confirmed}
          onClose={() => setPending(undefined)}
        >
          {translate(`officina.feed.${pending}_text`)}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

/** Shows a feed whose address cannot be displayed again: creation date, and whether a calendar reads it. */
function ExistingFeed({ feed }: { feed: Feed }) {
  const translate = useTranslate();
  const zone = usePlantZone();
  return (
    <Alert severity="info">
      {translate('officina.feed.made', { when: formatInstant(feed.creato, zone) })}{' '}
      {feed.letto
        ? translate('officina.feed.read', { when: formatInstant(feed.letto, zone) })
        : translate('officina.feed.never_read')}
    </Alert>
  );
}

function Address({ link }: { link: string }) {
  const translate = useTranslate();
  const say = useSay();
  const code = useMemo(() => drawingSvg(drawPicture({ texts: [] }), link), [link]);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    say('officina.act.copied', 'info');
  };
  return (
    <>
      <TextField
        fullWidth
        multiline
        label={translate('officina.feed.address')}
        value={link}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {navigator.clipboard && (
          <Button variant="contained" onClick={copy} autoFocus>
            {translate('officina.act.copy')}
          </Button>
        )}
        <Button variant="outlined" href={link.replace(/^https?:/, 'webcal:')}>
          {translate('officina.feed.open')}
        </Button>
      </Box>
      <Box
        component="img"
        src={svgAddress(code)}
        alt={translate('officina.feed.code')}
        sx={{
          width: 220,
          maxWidth: '100%',
          height: 'auto',
          justifySelf: 'center',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
        }}
      />
      <Typography variant="body2" color="textSecondary">
        {translate('officina.feed.hint')}
      </Typography>
    </>
  );
}
