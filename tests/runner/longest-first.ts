/**
 * Starts long test files first, by default those with the most text, so that no worker waits for a long file at the
 * end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const LONGEST = [
  'e2e/interventions-roles.test.ts',
  'e2e/screens.test.ts',
  'e2e/slow-line.test.ts',
  'e2e/days/documents-offline.test.ts',
  'e2e/days/signed-offline.test.ts',
  'e2e/interventions-detail.test.ts',
  'e2e/waiting.test.ts',
  'e2e/entities.test.ts',
  'e2e/days/cuts.test.ts',
  'e2e/screens-dark.test.ts',
  'e2e/days/setting-up.test.ts',
  'server/backup/round-trip.test.ts',
  'server/start/start-up.test.ts',
  'server/import/strange.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.findIndex((file) => moduleId.endsWith(`/tests/${file}`));
  return rank < 0 ? LONGEST.length : rank;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}
