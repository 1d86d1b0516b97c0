/** The functions of our files and their lengths, as the compiler reads them. */
import { relative } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import { ROOT, withProgram } from './compiler.ts';

/** Parses only, without other files. */
export const PARSED = {
  noResolve: true,
  noLib: true,
  types: [],
  jsx: 'preserve',
  allowJs: true,
  allowImportingTsExtensions: true,
};

const FUNCTIONS = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
  SyntaxKind.Constructor,
  SyntaxKind.GetAccessor,
  SyntaxKind.SetAccessor,
]);

export interface LongFunction {
  /** The place: path from the root and line. */
  place: string;
  lines: number;
}

/** Returns the functions in these folders with more than `most` lines. */
export function longFunctions(folders: string[], most: number): LongFunction[] {
  return withProgram({ config: { compilerOptions: PARSED, include: folders } }, ({ program }) =>
    program.getSourceFileNames().flatMap((name) => {
      const file = program.getSourceFile(name);
      if (!file) return [];
      const linesIn = (from: number, to: number): number => file.text.slice(from, to).split('\n').length;
      const long: LongFunction[] = [];
      const visit = (node: Node): void => {
        node.forEachChild(visit);
        if (!FUNCTIONS.has(node.kind)) return;
        // A function with that many lines has at least as many characters.
        if (node.end - node.pos <= most) return;
        const start = node.getStart(file);
        const lines = linesIn(start, node.end);
        if (lines > most) long.push({ place: `${relative(ROOT, name)}:${linesIn(0, start)}`, lines });
      };
      visit(file);
      return long;
    }),
  );
}
