import { pathToFileURL } from 'node:url';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { CSSOptions, Plugin } from 'vite';
import { browserProperties } from '#shared/contract/row.ts';

type Plugins = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>;

/**
 * Replaces named widths in style sheets: `@media (--below-sm)` gets the value of `below-sm` in `widths`. The syntax
 * is that of custom media queries (Media Queries 5, §4), which no supported browser implements; here it also works in
 * `@container`. An unknown name fails the build, since a browser would silently ignore the whole rule.
 */
export function writeNamedWidths(widths: Record<string, string>): Plugins[number] {
  return {
    postcssPlugin: 'named-widths',
    AtRule(rule) {
      if (rule.name !== 'media' && rule.name !== 'container') return;
      const params = rule.params.replace(/\(\s*--([\w-]+)\s*\)/g, (_whole, name: string) => {
        const width = widths[name];
        if (width === undefined) throw rule.error(`no width is named --${name}`);
        return width;
      });
      if (params !== rule.params) rule.params = params;
    },
  };
}

/**
 * Adds preload links for the two font files that every page needs for its first display. Without them the browser
 * finds the fonts only in the style sheet, one round trip later. The file names contain a hash, so only the build can
 * write the links.
 */
export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      return Object.keys(bundle)
        .filter((file) => /-common-[\w-]+\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head' as const,
        }));
    },
  };
}

/** Modules that only export messages. */
const catalogues = /\/shared\/words\/(?:en\/[a-z-]+|[a-z]{2}(?:-legal)?)\.ts$/;

/**
 * Replaces the messages of shared/words by parsed ones, so that browsers need no parser of messages. Messages without
 * placeholders remain texts.
 */
export function compileWords(): Plugin {
  return {
    name: 'compile-words',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      resolve: {
        alias: {
          '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      },
    }),
    async transform(_code, id) {
      if (!catalogues.test(id)) return null;
      const exported = (await import(pathToFileURL(id).href)) as Record<string, Record<string, string>>;
      const lines = Object.entries(exported).map(([name, messages]) => {
        const compiled = Object.entries(messages).map(([key, text]) => [key, compileMessage(text)]);
        return `export const ${name} = ${JSON.stringify(Object.fromEntries(compiled))};`;
      });
      return { code: lines.join('\n'), map: null };
    },
  };
}

/** Returns the parsed message, or the text itself if it has no placeholder. */
function compileMessage(text: string): unknown {
  return /[{<']/.test(text) ? parse(text) : text;
}

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
function leanRows(code: string, parse: Parse) {
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

function needless(row: Node) {
  const wanted: readonly string[] = browserProperties;
  return propertiesOf(row).filter(({ key }) => !wanted.includes(String((key as Node).name)));
}

function propertiesOf(literal: Node | undefined) {
  const properties = (literal?.properties ?? []) as Node[];
  return properties.filter(({ type }) => type === 'Property');
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
