/**
 * Lines above the page: no network, a slow server, a new version, and the functions that are missing without https.
 */
import NoNetworkIcon from '@mui/icons-material/CloudOffOutlined';
import WaitIcon from '@mui/icons-material/HourglassEmptyOutlined';
import InsecureIcon from '@mui/icons-material/NoEncryptionOutlined';
import OutboxIcon from '@mui/icons-material/OutboxOutlined';
import NewVersionIcon from '@mui/icons-material/UpdateOutlined';
import Button from '@mui/material/Button';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { notifyManager, type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type TranslateFunction as Translate, useTranslate } from 'react-admin';
import { forgetOthers } from '../../dataProvider/cached-reads.ts';
import { drafts } from '../../dataProvider/drafts.ts';
import { outbox } from '../../dataProvider/outbox.ts';
import type { Waiting } from '../../dataProvider/outbox-order.ts';
import { slowWrites } from '../../dataProvider/patience.ts';
import { isHeld } from '../../resources/context/device-first.ts';
import { useHasPlaceholder } from '../../resources/context/placeholders.ts';
import { useIdle } from '../../resources/context/useIdle.ts';
import { useLate } from '../../resources/context/useLate.ts';
import { useNetworkMissing } from '../../resources/context/useNetworkMissing.ts';
import { watchNetwork } from './watch-network.ts';
import { startWorker, useNewVersion } from './worker.ts';
import './notices.css';

const OutboxDialog = lazy(() => import('./OutboxDialog.tsx'));

/** Reloads the page's data when the server is within reach again. */
function useFreshData(missing: boolean): void {
  const client = useQueryClient();
  const wasMissing = useRef(missing);
  useEffect(() => {
    if (wasMissing.current && !missing) void client.invalidateQueries();
    wasMissing.current = missing;
  }, [client, missing]);
}

/** Returns 'To send: 3', how many of these need a decision of the user, and the number of drafts. */
function waitingText(acts: Waiting[], kept: number, translate: Translate): string {
  const refused = acts.filter(({ refusal }) => refusal !== undefined).length;
  const waiting = acts.length - refused;
  return [
    refused > 0 && translate('officina.outbox.refused', { count: refused }),
    waiting > 0 && translate('officina.outbox.waiting', { count: waiting }),
    kept > 0 && translate('officina.drafts.count', { count: kept }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/**
 * The key that marks the note about https as closed. Without https, browsers refuse the camera and all storage for
 * offline use.
 */
const HTTP_NOTE = 'nota_http';

const AWAITED = { predicate: ({ state }: Query) => state.data === undefined };

/** Returns true if data or code that the page does not have yet take long to load. */
function useLongWait(): boolean {
  const [isFetching, hasPlaceholder] = [useIsFetching(AWAITED) > 0, useHasPlaceholder()];
  return useLate(isFetching || hasPlaceholder);
}

const HELD = { predicate: isHeld };

/** Returns true if the page displays data from the device for long, or could not read the current ones. */
function useShowsHeld(): boolean {
  const cache = useQueryClient().getQueryCache();
  const isLate = useLate(useIsFetching(HELD) > 0);
  const hasFailed = useSyncExternalStore(
    (change) => cache.subscribe(notifyManager.batchCalls(change)),
    () =>
      cache
        .findAll({ type: 'active', ...HELD })
        .some(({ state }) => state.status === 'error' && state.data !== undefined),
  );
  return isLate || hasFailed;
}

function HeldLine() {
  const translate = useTranslate();
  const client = useQueryClient();
  const again = async () => {
    await client.cancelQueries(HELD);
    await client.refetchQueries({ type: 'active', ...HELD });
  };
  if (!useShowsHeld()) return null;
  return (
    <Line
      Icon={WaitIcon}
      text={translate('officina.network.held')}
      act={translate('officina.retry')}
      onAct={again}
    />
  );
}

function OutboxLine() {
  const translate = useTranslate();
  const client = useQueryClient();
  const acts = useSyncExternalStore(outbox.subscribe, outbox.acts);
  const unopened = useSyncExternalStore(drafts.subscribe, drafts.unopened);
  // The draft of a refused act is part of the act.
  const kept = unopened.filter(({ id }) => !acts.some(({ key }) => key === id));
  const [listing, setListing] = useState(false);
  useEffect(() => outbox.start(() => void client.invalidateQueries()), [client]);
  useEffect(() => drafts.start(), []);
  return (
    <>
      {acts.length + kept.length > 0 && (
        <Line
          Icon={OutboxIcon}
          text={waitingText(acts, kept.length, translate)}
          act={translate('officina.outbox.show')}
          onAct={() => setListing(true)}
        />
      )}
      {listing && (
        <Suspense fallback={null}>
          <OutboxDialog acts={acts} kept={kept} onClose={() => setListing(false)} />
        </Suspense>
      )}
    </>
  );
}

function HttpLine() {
  const translate = useTranslate();
  const [open, setOpen] = useState(() => !isSecureContext && !localStorage.getItem(HTTP_NOTE));
  if (!open) return null;
  const close = () => {
    localStorage.setItem(HTTP_NOTE, '1');
    setOpen(false);
  };
  return (
    <Line
      Icon={InsecureIcon}
      text={translate('officina.network.insecure')}
      act={translate('officina.close')}
      onAct={close}
    />
  );
}

export function Notices({ user }: { user: number }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const idle = useIdle();
  const missing = useNetworkMissing();
  const waits = useLongWait();
  const isSlow = useSyncExternalStore(slowWrites.subscribe, slowWrites.any);
  const renew = useNewVersion();
  useFreshData(missing);
  useEffect(() => watchNetwork(), []);
  useEffect(() => {
    // Pages also work without these two. If the browser stores nothing, they only cannot start without a network.
    if (!idle) return;
    startWorker().catch(() => undefined);
    forgetOthers(user).catch(() => undefined);
  }, [idle, user]);
  /**
   * Requests for missing data are cancelled first, because a query in progress would not be sent again. If the page
   * requests no data, its code is loading, which only a reload requests again.
   */
  const again = async () => {
    if (client.isFetching(AWAITED) === 0) return location.reload();
    await client.cancelQueries(AWAITED);
    await client.refetchQueries({ type: 'active', ...AWAITED });
  };
  return (
    <div role="status" className="notices">
      {missing && <Line Icon={NoNetworkIcon} text={translate('officina.network.missing')} />}
      <OutboxLine />
      {waits && (
        <Line
          Icon={WaitIcon}
          text={translate('officina.network.waits')}
          act={translate('officina.retry')}
          onAct={again}
        />
      )}
      {!missing && !waits && <HeldLine />}
      {isSlow && (
        <Line
          Icon={WaitIcon}
          text={translate('officina.network.writes')}
          act={translate('officina.retry')}
          onAct={slowWrites.again}
        />
      )}
      {renew && !missing && (
        <Line
          Icon={NewVersionIcon}
          text={translate('officina.network.new_version')}
          act={translate('officina.network.renew')}
          onAct={renew}
        />
      )}
      <HttpLine />
    </div>
  );
}

interface LineProps {
  Icon: ComponentType<SvgIconProps>;
  text: string;
  act?: string;
  onAct?(): void;
}

const Line = ({ Icon, text, act, onAct }: LineProps) => (
  <p className="notice-line">
    <Icon fontSize="small" aria-hidden />
    <span>{text}</span>
    {act && (
      <Button size="small" onClick={onAct}>
        {act}
      </Button>
    )}
  </p>
);
