/** What the user has chosen for the files of the open work on this device. */
import { useStore } from 'react-admin';
import { limitFor } from './taken-files.ts';

const LIMIT = 'odl.files';
const NO_MOBILE = 'odl.files.no_mobile';

const isTouched = (): boolean => matchMedia('(pointer: coarse)').matches;

/** Returns the kind of connection, such as 'cellular' or 'wifi'; undefined if the browser does not say. */
export function connectionType(): string | undefined {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const type: unknown = connection instanceof EventTarget ? Reflect.get(connection, 'type') : undefined;
  return typeof type === 'string' ? type : undefined;
}

/** Returns the limit in megabytes. The choice is stored per user on this device. */
export const useFilesLimit = () => useStore(LIMIT, limitFor(isTouched()));

/** Returns whether files are not fetched over mobile data. */
export const useNoMobile = () => useStore(NO_MOBILE, false);
