/** A picture as large as the window allows, or enlarged and moved by scrolling. */
import Box from '@mui/material/Box';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface PreviewImageProps {
  url: string;
  name: string;
  zoom: number;
  onZoom(zoom: number): void;
  onFailed(): void;
}

/** Returns the width at which the whole picture is visible. */
function fittedWidth(image: HTMLImageElement, room: HTMLElement): number {
  const { naturalWidth: width, naturalHeight: height } = image;
  const share = Math.min(1, room.clientWidth / width, room.clientHeight / height);
  return width * share;
}

/** Keeps the middle of the picture in place when the zoom changes. */
function useMiddle(room: RefObject<HTMLElement | null>, zoom: number): () => void {
  const middle = useRef({ x: 0.5, y: 0.5 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the picture's size depends on it.
  useLayoutEffect(() => {
    const { x, y } = middle.current;
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = room.current!;
    room.current!.scrollTo(x * scrollWidth - clientWidth / 2, y * scrollHeight - clientHeight / 2);
  }, [room, zoom]);
  return () => {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = room.current!;
    middle.current = {
      x: (scrollLeft + clientWidth / 2) / scrollWidth,
      y: (scrollTop + clientHeight / 2) / scrollHeight,
    };
  };
}

export function PreviewImage({ url, name, zoom, onZoom, onFailed }: PreviewImageProps) {
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number>();
  const moved = useMiddle(room, zoom);
  const enlarged = zoom > 1;
  return (
    <Box
      ref={room}
      onScroll={moved}
      role="group"
      aria-label={name}
      // An enlarged picture can be moved with the arrow keys too.
      tabIndex={enlarged ? 0 : undefined}
      onKeyDown={(event: KeyboardEvent) => {
        if (enlarged && event.key.startsWith('Arrow')) event.stopPropagation();
      }}
      sx={{ width: '100%', height: '100%', overflow: 'auto', display: 'grid', placeItems: 'safe center' }}
    >
      <Box
        component="img"
        src={url}
        alt={name}
        onLoad={({ currentTarget }) => setWidth(fittedWidth(currentTarget, room.current!))}
        onError={onFailed}
        onDoubleClick={() => onZoom(enlarged ? 1 : 2)}
        sx={
          enlarged && width
            ? { width: width * zoom, maxWidth: 'none', cursor: 'zoom-out' }
            : { maxWidth: '100%', maxHeight: '100%', minWidth: 0, minHeight: 0, cursor: 'zoom-in' }
        }
      />
    </Box>
  );
}
