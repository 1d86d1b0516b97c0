/** A pen on a canvas: black, by finger, stylus or mouse. What is drawn stays until it is wiped. */
import { type PointerEvent, useRef, useState } from 'react';

const PEN = 2.5;
const INK = '#000000';

export function useDrawing() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);
  const pen = useRef(false);

  /** On the canvas's own points, however wide the screen shows it. */
  const at = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const { width, height } = canvas.current!;
    const box = canvas.current!.getBoundingClientRect();
    return [((clientX - box.left) * width) / box.width, ((clientY - box.top) * height) / box.height];
  };
  const context = () => canvas.current!.getContext('2d')!;
  const start = (event: PointerEvent) => {
    canvas.current!.setPointerCapture(event.pointerId);
    pen.current = true;
    const ink = context();
    Object.assign(ink, { lineWidth: PEN, lineCap: 'round', lineJoin: 'round', strokeStyle: INK });
    ink.beginPath();
    ink.moveTo(...at(event));
  };
  const move = (event: PointerEvent) => {
    if (!pen.current) return;
    const ink = context();
    ink.lineTo(...at(event));
    ink.stroke();
    setDrawn(true);
  };
  const stop = () => {
    pen.current = false;
  };
  return {
    drawn,
    wipe() {
      context().clearRect(0, 0, canvas.current!.width, canvas.current!.height);
      setDrawn(false);
    },
    picture: () =>
      new Promise<Blob>((resolve, reject) =>
        canvas.current!.toBlob(
          (blob) => (blob ? resolve(blob) : reject(new Error('No picture'))),
          'image/png',
        ),
      ),
    bind: {
      ref: canvas,
      onPointerDown: start,
      onPointerMove: move,
      onPointerUp: stop,
      onPointerCancel: stop,
    },
  };
}
