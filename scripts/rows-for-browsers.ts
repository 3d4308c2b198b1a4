import type { Plugin } from 'vite';
import { browserProperties } from '#shared/contract/row.ts';

/** Node of a syntax tree (ESTree), limited to the properties used here. */
interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

type Parse = (code: string) => unknown;

/**
 * Removes from the client bundle the parts of the contract's rows that no browser needs: forms, queries, and texts
 * that only the server and docs/calls.md use. Long descriptions in a row therefore do not enlarge any page.
 */
export function rowsForBrowsers(): Plugin {
  return {
    name: 'rows-for-browsers',
    apply: 'build',
    transform(code, id) {
      if (!/\/shared\/contract\/.+\.ts$/.test(id) || !code.includes('defineRows')) return null;
      return { code: leanRows(code, (text) => this.parse(text)), map: null };
    },
  };
}

/**
 * Returns the module with its rows reduced to `browserProperties`. Removed code is replaced so that all other code
 * keeps its position and source maps stay correct.
 */
function leanRows(code: string, parse: Parse): string {
  let lean = code;
  for (const { start, end } of rowsIn(parse(code)).flatMap(needless)) {
    const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
    const blank = code.slice(start, end + comma).replace(/\S/g, ' ');
    lean = lean.slice(0, start) + blank + lean.slice(end + comma);
  }
  return lean;
}

/**
 * Returns the object literals that are rows of the contract, and the literals with values common to several rows, as
 * in `defineRows(common)(rows)`.
 */
function rowsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(rowsIn);
  if (!isNode(node)) return [];
  const common = isCall(node) ? node.callee : undefined;
  if (!isCall(common) || (common.callee as Node).name !== 'defineRows')
    return Object.values(node).flatMap(rowsIn);
  const named = propertiesOf((node.arguments as Node[])[0]);
  return [...(common.arguments as Node[]), ...named.map(({ value }) => value as Node)];
}

function isCall(node: unknown): node is Node {
  return isNode(node) && node.type === 'CallExpression';
}

function needless(row: Node): Node[] {
  const wanted: readonly string[] = browserProperties;
  return propertiesOf(row).filter(({ key }) => !wanted.includes(String((key as Node).name)));
}

function propertiesOf(literal: Node | undefined): Node[] {
  const properties = (literal?.properties ?? []) as Node[];
  return properties.filter(({ type }) => type === 'Property');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
