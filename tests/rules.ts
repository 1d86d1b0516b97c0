/** npm run rules: lists the rules of docs/rules.md that no test of `npm test` names. With `--check`, fails if there are any. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

const tests = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return tests(path);
    return /\.test\.tsx?$/.test(name) ? [readFileSync(path, 'utf8')] : [];
  });

/** Tests of the nightly run do not count by day. */
const byDay = (source: string): string => source.replaceAll(/\batNight\(\s*(['"`])[\s\S]*?\1,\n/g, '');

export function untested(): { id: string; rule: string }[] {
  const text = readFileSync(join(ROOT, 'docs', 'rules.md'), 'utf8');
  const rules = [...text.matchAll(/^- \[([\w-]+)\] (.+)$/gm)].map((match) => ({
    id: match[1]!,
    rule: match[2]!,
  }));
  const named = new Set(
    tests(join(ROOT, 'tests'))
      .map(byDay)
      .flatMap((source) => source.match(/\[[\w, -]+\]/g) ?? [])
      .flatMap((group) => group.slice(1, -1).split(/,\s*/)),
  );
  return rules.filter(({ id }) => !named.has(id));
}

if (process.argv[1] === import.meta.filename) {
  const missing = untested();
  for (const { id, rule } of missing) console.log(`${id}: ${rule}`);
  console.log(`${missing.length} rules without a test`);
  if (process.argv.includes('--check') && missing.length > 0) process.exit(1);
}
