/** Which files of the open work a device stores, and in which order. */
import { describe, expect, it } from 'vitest';
import type { TakenFile, TakenRow } from '../../dataProvider/device.ts';
import type { DocumentRow } from '../../dataProvider/documents.ts';
import { chosenFiles, filesIn, LIMITS, limitFor } from '../../src/interventions/work/taken-files.ts';

const MEGABYTE = 1024 * 1024;

const file = (name: string, megabytes: number): TakenFile => ({
  path: `/oggetto/1/documento/${name}/file`,
  bytes: megabytes * MEGABYTE,
  name,
});
const work = (...files: TakenFile[]): TakenRow => ({ row: {}, isRead: true, files });
const chosen = (works: TakenRow[], limit: number): unknown[] =>
  chosenFiles(works, limit).chosen.map(({ name }) => name);
const left = (works: TakenRow[], limit: number): unknown[] =>
  chosenFiles(works, limit).left.map(({ name }) => name);

const listed = (id: number, dimensione: number, docType?: string) =>
  ({
    id,
    dimensione,
    docType,
    nome_file_originale: `${id}.pdf`,
    url: `/api/cmms/oggetto/3/documento/${id}/file?scade=1&firma=${Math.random()}`,
  }) as unknown as DocumentRow;

describe('files of taken work', () => {
  it('are those of all lists of a card, each once whatever its seal, the small ones first', () => {
    const lists = [[listed(1, 900, 'OBJ'), listed(2, 100)], [listed(1, 900)]];
    expect(filesIn(lists.map((documenti) => ({ documenti, cartelle: [] })))).toEqual([
      { path: '/oggetto/3/documento/2/file', bytes: 100, name: '2.pdf' },
      { path: '/oggetto/3/documento/1/file', bytes: 900, name: '1.pdf' },
    ]);
  });

  it('are chosen by work until the limit, and what does not fit leaves its room to later ones', () => {
    const works = [work(file('a', 5), file('b', 18)), work(file('c', 10)), work(file('d', 6), file('e', 5))];
    expect(chosen(works, 20)).toEqual(['a', 'c', 'e']);
    expect(left(works, 20)).toEqual(['b', 'd']);
    expect(chosenFiles(works, 20).bytes).toBe(20 * MEGABYTE);
    expect(left(works, 500)).toEqual([]);
  });

  it('count once if several works have them, and work whose files are unknown has none', () => {
    const manual = file('manual', 12);
    expect(chosen([work(manual), { row: {}, isRead: false }, work(manual, file('b', 8))], 20)).toEqual([
      'manual',
      'b',
    ]);
  });

  it('are none with the limit 0, which computers begin with; phones begin with a limit that can be chosen', () => {
    expect(chosen([work(file('a', 1))], 0)).toEqual([]);
    expect(limitFor(false)).toBe(0);
    expect(LIMITS).toContain(limitFor(true));
    expect(limitFor(true)).toBeGreaterThan(0);
  });
});
