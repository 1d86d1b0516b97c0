/** The order in which a report offers the assets on which the user reported or worked. */
import { describe, expect, it } from 'vitest';
import { latestAssets } from '../../src/interventions/fault/latest-assets.ts';

const work = (id_oggetto: number, data_ultima_mod_view: string | null) => ({
  id_oggetto,
  data_ultima_mod_view,
});

describe('the last assets of a user', () => {
  it('are each there once, the one that changed last first, and those without a time last', () => {
    const works = [
      work(1, '2026-11-01T08:00:00.000Z'),
      work(4, null),
      work(2, '2026-11-03T08:00:00.000Z'),
      work(1, '2026-11-04T08:00:00.000Z'),
      work(3, '2026-11-02T08:00:00.000Z'),
    ];
    expect(latestAssets(works, 8)).toEqual([1, 2, 3, 4]);
  });

  it('are no more than a thumb scrolls', () => {
    const works = [5, 6, 7].map((id) => work(id, `2026-11-0${id}T08:00:00.000Z`));
    expect(latestAssets(works, 2)).toEqual([7, 6]);
  });
});
