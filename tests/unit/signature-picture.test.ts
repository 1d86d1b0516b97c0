/** Checks whether a picture is a signature: by its bytes, in any encoding. */
import { describe, expect, it } from 'vitest';
import { faultOf } from '../../server/domains/interventions/report/signature-picture.ts';
import { type PngHead, pngOf } from '../../server/files/png.ts';
import { png } from '../files/sample-files.ts';
import { drawn } from '../files/signature.ts';

/** Packs rows, each with its filter type in front. */
const packed = (rows: Buffer[], head: Partial<PngHead> = {}): Buffer =>
  pngOf({ colour: 0, width: 40, height: 40, ...head }, Buffer.concat(rows));

const row = (filter: number, length: number, ...bytes: number[]): Buffer => {
  const made = Buffer.alloc(1 + length);
  made[0] = filter;
  made.set(bytes, 1);
  return made;
};
const rows = (count: number, make: (index: number) => Buffer) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('a signature', () => {
  it('is something drawn on a ground of one colour', () => {
    expect(faultOf(drawn())).toBeUndefined();
    expect(faultOf(drawn(20, 20))).toBeUndefined();
    expect(faultOf(drawn(1500, 600))).toBeUndefined();
  });

  it('is not one colour all over, however its rows are packed', () => {
    expect(faultOf(png(0, 40))).toBe('signature-blank');
    // Grey 100 in each filter: none, left, above, average, Paeth.
    const same = (index: number): Buffer => {
      if (index === 0) return row(1, 40, 100);
      if (index % 4 === 1) return row(2, 40);
      if (index % 4 === 2) return row(4, 40);
      return index % 4 === 3 ? row(0, 40, ...Array(40).fill(100)) : row(3, 40, 50);
    };
    expect(faultOf(packed(rows(40, same)))).toBe('signature-blank');
    const dot = rows(40, same);
    dot[7] = row(0, 40, ...Array(39).fill(100), 101);
    expect(faultOf(packed(dot))).toBeUndefined();
  });

  it('is refused if invisible, whatever its colour', () => {
    const unseen = rows(40, (index) =>
      row(
        0,
        160,
        ...Array(160)
          .fill(0)
          .map((_, at) => (at % 4 === 3 ? 0 : index)),
      ),
    );
    expect(faultOf(packed(unseen, { colour: 6 }))).toBe('signature-blank');
    unseen[5] = row(0, 160, 0, 0, 0, 255);
    expect(faultOf(packed(unseen, { colour: 6 }))).toBeUndefined();
  });

  it('may be of few colours, or of very many', () => {
    const bits = (value: number) => rows(40, (index) => row(0, 5, index === 3 ? value : 0));
    expect(faultOf(packed(bits(0), { depth: 1 }))).toBe('signature-blank');
    expect(faultOf(packed(bits(8), { depth: 1, colour: 3 }))).toBeUndefined();
    const deep = (value: number) => rows(40, (index) => row(0, 80, 0, index === 3 ? value : 0));
    expect(faultOf(packed(deep(0), { depth: 16 }))).toBe('signature-blank');
    expect(faultOf(packed(deep(1), { depth: 16 }))).toBeUndefined();
  });

  it('is large enough, and not too large', () => {
    expect(faultOf(drawn(19, 200))).toBe('signature-small');
    expect(faultOf(packed([row(0, 40)], { width: 4000, height: 4000 }))).toBe('signature-png');
  });

  it('is a sound PNG of a kind that canvases make', () => {
    const sound = rows(40, (index) => row(0, 40, index));
    expect(faultOf(packed(sound))).toBeUndefined();
    expect(faultOf(packed(sound, { interlaced: 1 }))).toBe('signature-png');
    expect(faultOf(packed(sound, { colour: 5 }))).toBe('signature-png');
    expect(faultOf(packed(sound, { depth: 7 }))).toBe('signature-png');
    expect(faultOf(packed(sound.slice(1)))).toBe('signature-png');
    expect(faultOf(packed([...sound, row(0, 40)]))).toBe('signature-png');
    expect(faultOf(packed([row(9, 40), ...sound.slice(1)]))).toBe('signature-png');
    const whole = packed(sound);
    for (let length = 0; length < whole.length - 16; length += 7)
      expect(faultOf(whole.subarray(0, length)), String(length)).toBe('signature-png');
    expect(faultOf(Buffer.alloc(100))).toBe('signature-png');
  });
});
