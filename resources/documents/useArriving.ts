/**
 * Receives files that users drop anywhere on the page, or paste. Without this the browser would open a dropped
 * file.
 */
import { useEffect, useRef, useState } from 'react';

const holdsFiles = (transfer: DataTransfer | null): boolean => transfer?.types.includes('Files') === true;

/** Returns true while something is dragged over the page. */
export function useArriving(take: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event.dataTransfer)) return;
      event.preventDefault();
      latest.current([...event.dataTransfer!.files]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    addEventListener('dragover', drag, { signal });
    addEventListener('dragleave', leave, { signal });
    addEventListener('drop', drop, { signal });
    addEventListener('paste', paste, { signal });
    return () => controller.abort();
  }, []);
  return over;
}
