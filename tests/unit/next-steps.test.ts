/** Advice on empty pages and failures, in both languages; failures are classified by what users can do. */
import { describe, expect, it } from 'vitest';
import { CallError, type Envelope } from '../../dataProvider/http.ts';
import english from '../../i18n/en.json' with { type: 'json' };
import italian from '../../i18n/it.json' with { type: 'json' };
import { lookUp } from '../../i18n/messages.ts';
import {
  adviceOf,
  isPassing,
  isWorthRetrying,
  replacesData,
  troubleOf,
} from '../../resources/feedback/advice.ts';
import { reasonOf } from '../../resources/feedback/toasts.ts';
import { addersOf } from '../../resources/list/empty-words.ts';
import { readSchemas } from '../../schemas/read-schemas.ts';

const { entities } = readSchemas();
const failed = (status: number): CallError =>
  new CallError(status, -1, { result: -1, description: 'Non va.', data: null } as Envelope);
const isSaid = (key: string): boolean =>
  [italian, english].every((tree) => (lookUp(tree, key) ?? '').trim() !== '');

/** Lists and tabs that users see. */
const looked = entities.filter(
  ({ name, routes, below }) =>
    routes.list !== undefined ||
    below !== undefined ||
    entities.some(({ children }) =>
      children.some((child) => child.tab && !child.key && child.entity === name),
    ),
);

describe('an empty list', () => {
  it('of every entity says who adds the first row, or why there is none yet (x-empty)', () => {
    expect(looked.length).toBeGreaterThan(30);
    const silent = looked.filter((entity) => addersOf(entity) === 'nobody' && !entity.empty);
    // Anyone who sees the list may add these, so it needs no advice without the button.
    expect(silent.map(({ name }) => name)).toEqual(['intervention']);
  });

  it('has its own text in both languages, on one line', () => {
    const own = entities.flatMap(({ name, empty }) => (empty ? [{ name, ...empty }] : []));
    expect(own.length).toBeGreaterThan(5);
    for (const { name, it: italianText, en } of own) {
      expect(italianText, name).not.toBe(en);
      expect([italianText, en].filter((text) => text.length > 160 || text.includes('\n'))).toEqual([]);
    }
  });

  it('names the role to ask to users who may not add', () => {
    const ofAccess = (create: unknown, calls = ['list', 'create']) =>
      addersOf({ access: { create }, calls } as Parameters<typeof addersOf>[0]);
    expect(ofAccess([{ role: 'SUADMIN' }])).toBe('super_admin');
    expect(ofAccess([{ role: 'SUADMIN' }, { role: 'SUPER' }])).toBe('admin');
    expect(ofAccess([{ role: 'SUADMIN' }], ['list'])).toBe('nobody');
    expect(ofAccess('session')).toBe('nobody');
    const hints = ['', '_admin', '_super_admin', '_read'].map((end) => `officina.list.empty_hint${end}`);
    expect(hints.filter((key) => !isSaid(key))).toEqual([]);
  });
});

describe('a failure', () => {
  it.each([
    [0, 'offline'],
    [502, 'away'],
    [504, 'away'],
    [503, 'busy'],
    [429, 'busy'],
    [500, 'server'],
    [404, 'gone'],
    [403, 'refused'],
    [409, 'refused'],
    [422, 'refused'],
  ])('with status %i is %s', (status, trouble) => {
    expect(troubleOf(failed(status))).toBe(trouble);
  });

  it('in the page itself is a broken page, without its own message [error-http]', () => {
    const broken = new TypeError('Failed to fetch dynamically imported module: /assets/x.js');
    expect(troubleOf(broken)).toBe('broken');
    expect(reasonOf(broken)).toBe('Si è verificato un errore. Riprovare più tardi.');
    expect(reasonOf(failed(422))).toBe('Non va.');
    expect(troubleOf(undefined)).toBe('gone');
  });

  it('is retried automatically only if it passes, and manually after a server error', () => {
    const kinds = [0, 502, 503, 500, 404, 403, 409, 422];
    expect(kinds.filter((status) => isPassing(failed(status)))).toEqual([0, 502, 503]);
    expect(kinds.filter((status) => isWorthRetrying(failed(status)))).toEqual([0, 502, 503, 500]);
  });

  it('keeps loaded data visible while the server is unreachable, but not deleted data', () => {
    expect(replacesData(failed(0), [])).toBe(false);
    expect(replacesData(failed(0), undefined)).toBe(true);
    expect(replacesData(failed(404), [])).toBe(true);
    expect(replacesData(null, undefined)).toBe(false);
  });

  it("has advice in both languages, unless the server's message contains it", () => {
    const advice = [0, 502, 500].map((status) => adviceOf(failed(status))!);
    expect([...advice, adviceOf(new TypeError())!].filter((key) => !isSaid(key))).toEqual([]);
    expect([403, 404, 409, 422, 429, 503].map((status) => adviceOf(failed(status)))).toEqual(
      Array(6).fill(undefined),
    );
  });
});

/** Keys composed of parts, which no other test finds. */
it('texts of empty places by role and state exist in both languages', () => {
  const keys = [
    ...['planner', 'technician', 'reporter'].map((who) => `home.none_open_${who}`),
    ...['none_today_others', 'none_assigned'].map((when) => `home.${when}`),
    ...['no_results', 'all_left_out', 'empty', 'no_masters', 'no_masters_read'].map((why) => `list.${why}`),
    ...['no_costs', 'no_reservations', 'no_parts', 'comments_hint', 'add_by', 'add_not'].map(
      (key) => `interventions.detail.${key}`,
    ),
    ...['', '_add'].map((end) => `assets.no_interventions${end}`),
    'assets.no_open_work',
    ...['', '_read'].flatMap((end) => [`stock.empty_warehouse${end}`, `schedule.none_of_asset${end}`]),
    ...['', '_asset'].map((end) => `schedule.nothing_to_come${end}`),
    ...['', '_read'].map((end) => `form.nothing_yet${end}`),
    ...['', '_filtered'].map((end) => `calendar.none${end}`),
    ...['', '_add'].map((end) => `form.child_empty${end}`),
    'documents.empty_hint',
    'documents.empty_hint_read',
  ].map((key) => `officina.${key}`);
  expect(keys.filter((key) => !isSaid(key))).toEqual([]);
});
