/**
 * What is told to the compiler and checked by nobody: `!` and `as`. Each hides what may be missing, or be something
 * else. The ceilings only go down: whoever needs fewer lowers them, and nobody raises them.
 */
import { relative } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import { describe, expect, it } from 'vitest';
import { ROOT, withProgram } from './compiler.ts';

const FOLDERS = ['schemas', 'dataProvider', 'i18n', 'server', 'resources', 'src'];
/** Parsed and no more: nothing of another file is needed. */
const PARSED = { noResolve: true, noLib: true, types: [], jsx: 'preserve', allowImportingTsExtensions: true };

const MOST = { '!': 140, as: 124 };

/** `as const` says what a literal is, and `x as unknown` takes the first half of a cast that counts as two. */
function kindOf(node: Node, text: string): keyof typeof MOST | undefined {
  if (node.kind === SyntaxKind.NonNullExpression) return '!';
  if (node.kind === SyntaxKind.TypeAssertionExpression) return 'as';
  return node.kind === SyntaxKind.AsExpression && !/\bas\s+const$/.test(text) ? 'as' : undefined;
}

function assertions(): Record<keyof typeof MOST, string[]> {
  const found: Record<keyof typeof MOST, string[]> = { '!': [], as: [] };
  withProgram({ config: { compilerOptions: PARSED, include: FOLDERS } }, ({ program }) => {
    for (const name of program.getSourceFileNames()) {
      const file = program.getSourceFile(name);
      if (!file) continue;
      const visit = (node: Node): void => {
        const kind = kindOf(node, file.text.slice(node.pos, node.end));
        if (kind) found[kind].push(`${relative(ROOT, name)}: ${file.text.slice(node.pos, node.end).trim()}`);
        node.forEachChild(visit);
      };
      visit(file);
    }
  });
  return found;
}

/** Helpers that say that something is there, and look at nothing, would only hide the same. */
const NAMED_SO = /\bfunction (must|assert\w*|unsafe\w*|cast)\b|\bconst (must|unsafe\w*|cast) =/;

describe('what nobody checks', () => {
  const found = assertions();

  it('is found where it stands', () => {
    expect(found.as.length + found['!'].length).toBeGreaterThan(0);
  });

  it.each(['!', 'as'] as const)('is no more than it was: %s', (kind) => {
    expect(found[kind].length, found[kind].join('\n')).toBeLessThanOrEqual(MOST[kind]);
  });

  it('hides behind no helper', () => {
    const texts = withProgram({ config: { compilerOptions: PARSED, include: FOLDERS } }, ({ program }) =>
      program
        .getSourceFileNames()
        .filter((name) => NAMED_SO.test(program.getSourceFile(name)?.text ?? ''))
        .map((name) => relative(ROOT, name)),
    );
    expect(texts).toEqual([]);
  });
});
