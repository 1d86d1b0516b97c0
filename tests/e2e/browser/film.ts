/** Films for the camera of Chromium. */
import { writeFileSync } from 'node:fs';
import { encode } from 'uqr';

const [WIDTH, HEIGHT, GREY] = [640, 480, 200];

/** Writes a film of one picture (.y4m): a code on grey paper, or the paper only. Returns its path. */
export function filmOf(file: string, text?: string): string {
  const light = Buffer.alloc(WIDTH * HEIGHT, GREY);
  const { data } = encode(text ?? '-', { ecc: 'M', border: 4 });
  const module = Math.floor((HEIGHT * 0.8) / data.length);
  const [left, top] = [(WIDTH - module * data.length) >> 1, (HEIGHT - module * data.length) >> 1];
  if (text)
    for (let y = 0; y < module * data.length; y += 1)
      for (let x = 0; x < module * data.length; x += 1)
        light[(top + y) * WIDTH + left + x] = data[Math.floor(y / module)]![Math.floor(x / module)]
          ? 16
          : 235;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F15:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, frame, frame, frame, frame]));
  return file;
}
