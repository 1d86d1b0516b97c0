/** Documents whose content is stored on this device open from there, with and without a network. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import { contents } from '../../dataProvider/contents.ts';
import { pathIn } from '../../dataProvider/envelope.ts';

/** Returns whether the content of the document at an address is on this device; undefined until this is known. */
export function useIsHeld(url: string | undefined): boolean | undefined {
  const paths = useSyncExternalStore(contents.subscribe, contents.paths);
  return paths && url !== undefined && paths.has(pathIn(url));
}

export interface HeldFile {
  isHeld: boolean | undefined;
  /** The address to display: of the content on this device, or else the given one; undefined until it is known. */
  url: string | undefined;
}

export function useHeldFile(url: string | undefined): HeldFile {
  const isHeld = useIsHeld(url);
  const path = url && pathIn(url);
  const [local, setLocal] = useState<{ path: string; address: string | undefined }>();
  useEffect(() => {
    if (!isHeld || !path) return;
    let isOver = false;
    let address: string | undefined;
    void contents.at(path).then((content) => {
      if (isOver) return;
      address = content && URL.createObjectURL(content);
      setLocal({ path, address });
    });
    return () => {
      isOver = true;
      setLocal(undefined);
      if (address) URL.revokeObjectURL(address);
    };
  }, [isHeld, path]);
  if (isHeld === undefined) return { isHeld, url: undefined };
  if (!isHeld) return { isHeld, url };
  // Another tab may have removed the content.
  if (local?.path === path) return { isHeld, url: local?.address ?? url };
  return { isHeld, url: undefined };
}
