/** Queries that display on a phone what the device has stored, and then what the server answers. */
import type { Query, QueryFunction, QueryFunctionContext } from '@tanstack/react-query';
import type { UseGetOneOptions } from 'react-admin';
import { CallError } from '../../dataProvider/envelope.ts';
import { readOnDevice, showsStored } from '../../dataProvider/stored-first.ts';

/** The queries whose data come from the device, until the server answers. */
const held = new WeakSet<object>();

/** Returns whether the page displays data from the device that the server has not confirmed yet. */
export const isHeld = (query: Query): boolean => held.has(query);

/** Returns whether the server has refused the call. A busy server has not. */
const isRefusal = (error: unknown): boolean =>
  error instanceof CallError && error.status > 0 && error.status < 500 && error.status !== 429;

/** Reads from the server. What the user may no longer read does not stay on the page. */
async function readAfter<T>(query: Query, read: () => Promise<T>): Promise<T> {
  try {
    const current = await read();
    held.delete(query);
    return current;
  } catch (error) {
    if (isRefusal(error) && held.delete(query)) query.setState({ data: undefined });
    throw error;
  }
}

/**
 * Returns the function of a query. If the query has no data yet, `read` first reads on the device. Then it reads once
 * from the server, like any query with data that may be old: other data replace those of the device, and a refusal is
 * displayed. `read` must pass the signal on to `ask`.
 */
export const deviceFirst =
  <T>(read: (signal: AbortSignal) => Promise<T>): QueryFunction<T> =>
  async (context: QueryFunctionContext): Promise<T> => {
    const readNow = () => read(context.signal);
    const query = context.client.getQueryCache().find({ queryKey: context.queryKey, exact: true });
    if (!query || !showsStored()) return readNow();
    const isFirst = query.state.data === undefined && !isHeld(query);
    const stored = isFirst ? await readOnDevice(read).catch(() => undefined) : undefined;
    if (stored === undefined) return readAfter(query, readNow);
    held.add(query);
    // The query must have these data before it is fetched again.
    setTimeout(() => {
      if (query.isActive()) query.fetch().catch(() => undefined);
    });
    return stored;
  };

/** The options that make one of react-admin's queries read in this way. */
export const FROM_DEVICE: Pick<UseGetOneOptions, 'persister'> = {
  persister: (read, context) => deviceFirst(async (signal) => read({ ...context, signal }))(context),
};
