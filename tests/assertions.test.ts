/**
 * `!` and `as` tell the compiler something that nothing checks, and may hide a missing or different value. The limits
 * below may only go down.
 */
import { relative } from 'node:path';
import type { Node } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import { describe, expect, it } from 'vitest';
import { ROOT, withProgram } from './source/compiler.ts';
import { longFunctions, PARSED } from './source/functions.ts';

const FOLDERS = ['schemas', 'dataProvider', 'i18n', 'server', 'resources', 'src'];
const LIMITS = { '!': 140, as: 124 };

/** `as const` is a literal, and `x as unknown` the first half of a cast that counts as two. */
function kindOf(node: Node, text: string): keyof typeof LIMITS | undefined {
  if (node.kind === SyntaxKind.NonNullExpression) return '!';
  if (node.kind === SyntaxKind.TypeAssertionExpression) return 'as';
  return node.kind === SyntaxKind.AsExpression && !/\bas\s+const$/.test(text) ? 'as' : undefined;
}

/** Helpers that assert without a check would only hide the same. */
const NAMED_SO = /\bfunction (must|assert\w*|unsafe\w*|cast)\b|\bconst (must|unsafe\w*|cast) =/;

function assertions(): Record<keyof typeof LIMITS | 'helpers', string[]> {
  const found: ReturnType<typeof assertions> = { '!': [], as: [], helpers: [] };
  withProgram({ config: { compilerOptions: PARSED, include: FOLDERS } }, ({ program }) => {
    for (const name of program.getSourceFileNames()) {
      const file = program.getSourceFile(name);
      if (!file) continue;
      if (NAMED_SO.test(file.text)) found.helpers.push(relative(ROOT, name));
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

describe('casts and non-null assertions', () => {
  const found = assertions();

  it('are counted per folder', () => {
    expect(found.as.length + found['!'].length).toBeGreaterThan(0);
  });

  it.each(['!', 'as'] as const)('have not increased: %s', (kind) => {
    expect(found[kind].length, found[kind].join('\n')).toBeLessThanOrEqual(LIMITS[kind]);
  });

  it('hides behind no helper', () => {
    expect(found.helpers).toEqual([]);
  });
});

describe('functions', () => {
  const long = longFunctions(FOLDERS, 50);

  it('are found with their lines', () => {
    expect(long).not.toEqual([]);
  });

  it('of the product have at most 60 lines', () => {
    expect(long.filter(({ lines }) => lines > 60)).toEqual([]);
  });
});
