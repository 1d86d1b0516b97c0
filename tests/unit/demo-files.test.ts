/** The files of the demo plant: each has a source, is used, and is small, because every clone contains them. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import documents from '../../server/seed/data/demo-documents.json' with { type: 'json' };

const FOLDER = join(import.meta.dirname, '../../server/seed/files');
const KILOBYTE = 1024;

const names = readdirSync(FOLDER);
const ending = (end: string): string[] => names.filter((name) => name.endsWith(end));
const bytes = (name: string): number => statSync(join(FOLDER, name)).size;

describe('the files of the demo plant', () => {
  it('have a drawing or a text as their source', () => {
    expect(ending('.png')).toEqual(ending('.svg').map((name) => name.replace(/svg$/, 'png')));
    expect(ending('.pdf')).toEqual(ending('.md').map((name) => name.replace(/md$/, 'pdf')));
  });

  it('are all used by a record, and all exist', () => {
    const used = [...new Set(documents.map(({ file }) => file))].sort();
    expect(used).toEqual([...ending('.png'), ...ending('.pdf')].sort());
  });

  it('are small', () => {
    const pictures = ending('.png').map(bytes);
    expect(Math.max(...pictures)).toBeLessThan(15 * KILOBYTE);
    expect(pictures.reduce((sum, size) => sum + size, 0)).toBeLessThan(350 * KILOBYTE);
    expect(Math.max(...ending('.pdf').map(bytes))).toBeLessThan(30 * KILOBYTE);
  });
});
