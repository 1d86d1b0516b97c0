/** Runs the compiler on our files, some of them replaced by a test. */
import { resolve } from 'node:path';
import { API } from 'typescript/unstable/sync';

export const ROOT = resolve(import.meta.dirname, '../..');

interface ProgramInput {
  /** A temporary tsconfig, as if in the root. */
  config: object;
  /** Contents by path from the root, replacing or adding files. */
  files?: Record<string, string>;
}

export type Program = ReturnType<API['updateSnapshot']>['getProjects'] extends () => readonly (infer P)[]
  ? P
  : never;

export function withProgram<T>({ config, files = {} }: ProgramInput, act: (program: Program) => T): T {
  const place = `${ROOT}/tsconfig.of-a-test.json`;
  const texts = new Map(Object.entries(files).map(([name, text]) => [`${ROOT}/${name}`, text]));
  texts.set(place, JSON.stringify(config));
  const api = new API({
    cwd: ROOT,
    fs: {
      readFile: (name) => texts.get(name),
      fileExists: (name) => (texts.has(name) ? true : undefined),
    },
  });
  try {
    const [program] = api.updateSnapshot({ openProjects: [place] }).getProjects();
    if (!program) throw new Error('The compiler opened no project.');
    return act(program);
  } finally {
    api.close();
  }
}

/** Returns the compiler's messages about these files as 'path: message'. */
export const faultsIn = (input: ProgramInput & { of: string[] }): string[] =>
  withProgram({ ...input, config: { ...input.config, files: input.of, include: [] } }, ({ program }) =>
    input.of.flatMap((name) =>
      program.getSemanticDiagnostics(`${ROOT}/${name}`).map(({ text }) => `${name}: ${text}`),
    ),
  );
