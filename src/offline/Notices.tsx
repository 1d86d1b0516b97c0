/** Quiet lines above the page: no network, and a new version that waits. */
import NoNetworkIcon from '@mui/icons-material/CloudOffOutlined';
import NewVersionIcon from '@mui/icons-material/UpdateOutlined';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { forgetOthers } from '../../dataProvider/kept.ts';
import { network } from '../../dataProvider/network.ts';
import { useIdle } from '../../resources/context/useIdle.ts';
import { useNetworkMissing } from '../../resources/context/useNetworkMissing.ts';
import { startWorker, useNewVersion } from './worker.ts';
import './notices.css';

/** Reads the page's data again once the server is back. */
function useFreshData(missing: boolean): void {
  const client = useQueryClient();
  const wasMissing = useRef(missing);
  useEffect(() => {
    if (wasMissing.current && !missing) void client.invalidateQueries();
    wasMissing.current = missing;
  }, [client, missing]);
}

export function Notices({ user }: { user: number }) {
  const translate = useTranslate();
  const idle = useIdle();
  const missing = useNetworkMissing();
  const renew = useNewVersion();
  useFreshData(missing);
  useEffect(() => network.start(), []);
  useEffect(() => {
    // Pages work without both: a browser that keeps nothing loses only the start without a network.
    if (!idle) return;
    startWorker().catch(() => undefined);
    forgetOthers(user).catch(() => undefined);
  }, [idle, user]);
  return (
    <div role="status">
      {missing && (
        <p className="notice">
          <NoNetworkIcon fontSize="small" aria-hidden />
          <span>{translate('officina.network.missing')}</span>
        </p>
      )}
      {renew && !missing && (
        <p className="notice">
          <NewVersionIcon fontSize="small" aria-hidden />
          <span>{translate('officina.network.new_version')}</span>
          <Button size="small" onClick={renew}>
            {translate('officina.network.renew')}
          </Button>
        </p>
      )}
    </div>
  );
}
