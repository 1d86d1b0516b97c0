/** types.ts keeps names consistent: code with another name than the entity files does not compile. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../schemas/kinds.ts';
import { readSchemas, SCHEMAS } from '../schemas/read-schemas.ts';
import { typesText } from '../schemas/types-text.ts';
import { keysOf } from '../schemas/values.ts';
import { temporaryFolder } from './files/temporary-folder.ts';
import { faultsIn, ROOT } from './source/compiler.ts';

const folder = temporaryFolder('types');

/** Returns types.ts as if a property were renamed in all entity files. */
function typesWith(from: string, to: string): string {
  for (const name of readdirSync(SCHEMAS))
    if (name.endsWith('.json'))
      writeFileSync(
        join(folder, name),
        readFileSync(join(SCHEMAS, name), 'utf8').replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to),
      );
  cpSync(join(SCHEMAS, 'bases'), join(folder, 'bases'), { recursive: true });
  return typesText(readSchemas([folder]).entities);
}

const SERVER = { extends: './tsconfig.server.json', compilerOptions: { noUnusedLocals: false } };
const BROWSER = { extends: './tsconfig.browser.json', compilerOptions: { noUnusedLocals: false } };

describe('a property that is called otherwise in its file', () => {
  const files = { 'schemas/types.ts': typesWith('id_manutenzione', 'id_piano') };

  it('compiles as it is', () => {
    const of = ['server/domains/schedules/intervention-rules.ts'];
    expect(faultsIn({ config: SERVER, of })).toEqual([]);
  });

  it('is an error wherever a rule names it', () => {
    const of = ['server/domains/schedules/intervention-rules.ts'];
    expect(faultsIn({ config: SERVER, files, of }).join('\n')).toContain("'id_manutenzione' does not exist");
  });

  it('is an error wherever a page names it', () => {
    const renamed = { 'schemas/types.ts': typesWith('num_interventi', 'interventi') };
    const of = ['src/assets/asset-tabs.tsx'];
    expect(faultsIn({ config: BROWSER, of })).toEqual([]);
    expect(faultsIn({ config: BROWSER, files: renamed, of }).join('\n')).toContain("'num_interventi'");
  });
});

describe('a new kind of field', () => {
  const table = readFileSync(join(SCHEMAS, 'kinds.ts'), 'utf8');
  const withRow = (row: string) => ({
    'schemas/kinds.ts': table.replace('\nconst TABLE = {', `$&\n  share: ${row},`),
  });
  const missingIn = (config: object, of: string[]): string[] => [
    ...new Set(
      faultsIn({ config, files: withRow('AMOUNT'), of })
        .filter((fault) => fault.includes("Property 'share' is missing"))
        .map((fault) => fault.split(':')[0] ?? ''),
    ),
  ];

  it('contains all properties of a kind', () => {
    const of = ['schemas/kinds.ts'];
    expect(faultsIn({ config: SERVER, files: withRow('AMOUNT'), of })).toEqual([]);
    const faults = faultsIn({ config: SERVER, files: withRow("{ json: ['number'] }"), of }).join('\n');
    expect(faults).toMatch(/byType|missing/);
  });

  it('is reported by the compiler wherever code is missing, in the server', () => {
    const of = [
      'schemas/validate.ts',
      'schemas/words.ts',
      'schemas/types-text.ts',
      'server/database/column-types.ts',
      'server/database/filters.ts',
      'server/capabilities/sheet-cells.ts',
      'server/capabilities/api-schema.ts',
      'server/capabilities/import/template.ts',
      'server/domains/controls/index.ts',
    ];
    expect(missingIn(SERVER, of)).toEqual(of);
  });

  it('is reported by the compiler wherever code is missing, in the browser', () => {
    const of = [
      'resources/display/cells.tsx',
      'resources/form/registry.tsx',
      'resources/list/FilterInput.tsx',
      'resources/widgets/widget-by-kind.ts',
    ];
    expect(missingIn(BROWSER, of)).toEqual(of);
  });

  const sources = ['schemas', 'dataProvider', 'server', 'resources', 'src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const textOf = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

  it('is in every set derived from the table', () => {
    const sets = sources.filter((name) => /\bKind\[\]|Set<Kind>|Partial<Record<Kind\b/.test(textOf(name)));
    // registry.tsx completes it to a Record<Kind, …>.
    expect(sets).toEqual(['resources/form/standard.tsx']);
  });

  /** The compiler finds comparisons of kinds by name when the kinds in the table are renamed. */
  const comparedIn = (config: object, files: Record<string, string>): string[] => {
    const kinds = keysOf(KINDS).join('|');
    const compares = new RegExp(
      `([=!]==|\\bcase) '(${kinds})'|'(${kinds})' [=!]==|KINDS(\\.|\\[')(${kinds})\\b`,
    );
    const [before = '', rows = '', after = ''] = table.split(
      /(?<=\nconst TABLE = \{)|(?=\n\} as const satisfies)/,
    );
    const renamed = `${before}${rows.replaceAll(/^ {2}(?=\w+:)/gm, '  other_')}${after}`;
    const of = Object.keys(files).filter((name) => compares.test(files[name] ?? ''));
    return faultsIn({ config, files: { ...files, 'schemas/kinds.ts': renamed }, of })
      .filter((fault) => /no overlap|is not comparable|does not exist on type 'Record</.test(fault))
      .map((fault) => fault.split(':')[0] ?? '');
  };
  const PROBES = [
    "field.kind === 'flag'",
    "'flag' !== field.kind",
    'KINDS.note.maxLength',
    "(() => { switch (field.kind) { case 'date': return 1; } })()",
  ];

  it.each(PROBES)(
    'is found where code compares it by name: %s',
    (probe) => {
      const imports = "import type { Field } from './entity.ts';\nimport { KINDS } from './kinds.ts';\n";
      const text = `${imports}export const probe = (field: Field) => [${probe}, KINDS[field.kind].lines];\n`;
      expect(comparedIn(SERVER, { 'schemas/probe.ts': text })).toEqual(['schemas/probe.ts']);
    },
    20_000,
  );

  it('is compared by name nowhere outside the table, in the server', () => {
    const files = sources.filter((name) => /^(schemas|server)/.test(name) && name !== 'schemas/kinds.ts');
    expect(comparedIn(SERVER, Object.fromEntries(files.map((name) => [name, textOf(name)])))).toEqual([]);
  });

  it('is compared by name nowhere outside the table, in the browser', () => {
    const files = sources.filter((name) => !/^(schemas|server)/.test(name));
    expect(comparedIn(BROWSER, Object.fromEntries(files.map((name) => [name, textOf(name)])))).toEqual([]);
  });

  it('is looked up by no text: in no list of names, by no prefix of its columns', () => {
    const kinds = keysOf(KINDS);
    const prefixes = kinds.flatMap((kind) => KINDS[kind].free?.prefix ?? []);
    const lookups = new RegExp(
      [
        '\\.(includes|has|indexOf)\\(([\\w?]+\\.)*kind\\)',
        `\\bkind [=!]== '(${kinds.join('|')})'`,
        `(startsWith\\('|/\\^)campo_\\(?(${prefixes.join('|')})`,
      ].join('|'),
    );
    expect(lookups.test("['date', 'instant'].includes(field.kind)")).toBe(true);
    expect(lookups.test("kind === 'reference' ? Number(key) : key")).toBe(true);
    expect(lookups.test("column.startsWith('campo_file')")).toBe(true);
    expect(lookups.test('/^campo_(int|float)/.test(column)')).toBe(true);
    expect(sources.filter((name) => lookups.test(textOf(name)))).toEqual([]);
  });
});

describe('the two worlds', () => {
  const probe = (name: string, text: string, config: object): string =>
    faultsIn({ config, files: { [name]: text }, of: [name] }).join('\n');

  it('has no window in the server', () => {
    const text = 'export const place = window.location.href;\nexport const page = document.title;\n';
    const faults = probe('server/probe.ts', text, SERVER);
    expect(faults).toContain("'window'");
    expect(faults).toContain("'document'");
  });

  it('has no Node.js in the browser', () => {
    const faults = probe(
      'src/probe.ts',
      "export const home = process.env.HOME ?? Buffer.from('');\n",
      BROWSER,
    );
    expect(faults).toContain("'process'");
    expect(faults).toContain("'Buffer'");
  });

  it('is checked by `npm run check`', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(scripts.check).toContain('tsc -p tsconfig.browser.json');
    expect(scripts.check).toContain('tsc -p tsconfig.server.json');
  });
});
