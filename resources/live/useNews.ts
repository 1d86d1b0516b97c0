/** Changes of the record on the page. They are streamed while the page is visible, or polled if there is no stream. */

import { useEffect, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { followRecord, type News } from '../../dataProvider/live.ts';
import { pause } from '../../dataProvider/retry.ts';
import { session } from '../../dataProvider/session.ts';
import { idOf } from '../../schemas/catalogue.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import { intervalOf } from '../context/refresh-interval.ts';
import { useIdle } from '../context/useIdle.ts';
import { paceAfter, SOONEST_MS } from './pace.ts';

const visible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (!document.hidden) return resolve();
    const controller = new AbortController();
    const done = () => {
      controller.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', () => !document.hidden && done(), controller);
    signal.addEventListener('abort', done, controller);
  });

/**
 * Returns a controller that aborts when the page closes or is hidden, because a browser has few connections to a
 * server.
 */
function whileVisible(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const end = () => controller.abort();
  signal.addEventListener('abort', end, { signal: controller.signal });
  document.addEventListener('visibilitychange', () => document.hidden && end(), {
    signal: controller.signal,
  });
  return controller;
}

interface Following {
  resource: string;
  id: number;
  /** Returns the visible version. */
  version(): number;
  onNews(news: News): void;
  /** Reads the record after a time without a stream. */
  check(): Promise<void>;
  /** The interval for polling; undefined for no polling. */
  interval: number | undefined;
  signal: AbortSignal;
}

async function follow(following: Following): Promise<void> {
  const { resource, id, version, onNews, check, interval, signal } = following;
  let wait = SOONEST_MS;
  while (!signal.aborted) {
    await visible(signal);
    const controller = whileVisible(signal);
    const started = Date.now();
    await followRecord(resource, id, version(), onNews, controller.signal).catch(() => undefined);
    controller.abort();
    if (signal.aborted) return;
    const pace = paceAfter({ lasted: Date.now() - started > SOONEST_MS, wait, interval });
    wait = pace.wait;
    if (!document.hidden) await pause(wait, signal);
    await visible(signal);
    if (!signal.aborted && pace.looks) await check().catch(() => undefined);
  }
}

/** Returns another user's change since the record was read. `forget` removes it when the page displays the change. */
export function useNews(entity: Entity, record: Row): { news: News | undefined; forget(): void } {
  const provider = useDataProvider();
  const { setting } = useApplication();
  const [received, setReceived] = useState<News>();
  const [id, version] = [idOf(entity, record), Number(record.versione)];
  const displayed = useRef(version);
  displayed.current = version;
  const idle = useIdle();
  const live = entity.traits.includes('live');
  const interval = intervalOf(setting);
  useEffect(() => {
    if (!live || !idle) return;
    const controller = new AbortController();
    const onNews = (news: News) => {
      if (news.id_usr_ultima_mod !== session.user()?.idUtente) setReceived(news);
    };
    const check = async () => {
      const { data } = await provider.getOne(entity.resource, { id });
      setReceived(
        (before) =>
          before ?? { versione: data.versione, eliminato: 0, id_usr_ultima_mod: null, usr_ultima_mod: null },
      );
    };
    void follow({
      resource: entity.resource,
      id,
      version: () => displayed.current,
      onNews,
      check,
      interval,
      signal: controller.signal,
    });
    return () => controller.abort();
  }, [live, idle, entity, id, provider, interval]);
  const isNews = received && (received.versione === null || received.versione > version);
  return { news: isNews ? received : undefined, forget: () => setReceived(undefined) };
}
