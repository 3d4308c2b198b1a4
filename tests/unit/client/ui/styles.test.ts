import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Widths of a component's container, independent of the window: only in `@container`. */
const ownWidths: Record<string, string> = {
  // The table is also shown next to an open application.
  'client/admin/applicants/list/ApplicantList.module.css': '46rem 30rem',
  // One of many plates in a mosaic.
  'client/site/portfolio/Plate.module.css': '28rem',
  // The width that the name and the button of the menu leave for the link to the contact page.
  'client/app/layouts/public/Header.module.css': '5.75rem',
  // Where a name beside its fact would break inside a word, with letters of twice the size.
  'client/ui/Posting.module.css': '14rem',
};

const tokens = [...read('client/ui/tokens.css').matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name);

/** Returns the places in a stylesheet that bypass the scales of tokens.css and the named widths (CONTRIBUTING.md, Styles), or that no build reads. */
function styleProblems(path: string, source: string) {
  const css = source.replace(/\/\*[\s\S]*?\*\//g, '');
  const found = (pattern: RegExp, is: (match: RegExpExecArray) => boolean = () => true) =>
    [...css.matchAll(pattern)].filter(is).map(([text]) => `${path}: ${text.trim()}`);
  return [
    ...found(/(?<![\w-])(?:font-weight|line-height|letter-spacing):\s*-?[\d.][^;]*/g),
    ...found(/(?<![\w-])font:\s*(?:\d{3}\b[^;]*|[^;]*\/\s*[\d.]+[^;]*)/g),
    ...found(/@(media|container)([^{]*)/g, ([, kind, condition = '']) =>
      [...condition.matchAll(/width[^)]*?([\d.]+\w+)/g)].some(
        ([, width = '']) => kind === 'media' || !ownWidths[path]?.split(' ').includes(width),
      ),
    ),
    ...found(
      /var\((--(?:type|text|weight|leading|tracking)-[\w-]+)/g,
      ([, name = '']) => !tokens.includes(name) && !css.includes(`${name}:`),
    ),
    // Only the build of a module knows it: elsewhere nothing is taken over, and nobody is told.
    ...(path.endsWith('.module.css') ? [] : found(/composes:[^;]*/g)),
    ...found(
      /font: var\((--type-\w+)\);\s*([^;}]*)/g,
      ([, role, next]) =>
        tokens.includes(`${role}-tracking`) && next !== `letter-spacing: var(${role}-tracking)`,
    ),
  ];
}

it('styles take weights, leadings, tracking and widths from the scales', () => {
  // Files that define the tokens; font descriptors are not a design choice.
  const paths = globSync('{client,gallery}/**/*.css', {
    cwd: root,
    exclude: ['client/ui/{tokens,fonts}.css'],
  });
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.flatMap((path) => styleProblems(path, read(path)))).toEqual([]);
});
