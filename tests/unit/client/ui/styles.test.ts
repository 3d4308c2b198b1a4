import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preprocessCSS, resolveConfig } from 'vite';
import { describe, expect, it } from 'vitest';
import { namedWidths } from '../../../../client/ui/breakpoints.ts';
import { writeNamedWidths } from '../../../../scripts/named-widths.ts';

const root = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Files that define the tokens; font descriptors are not a design choice. */
const scales = ['client/ui/tokens.css', 'client/ui/fonts.css'];

/** Widths of a component's container, independent of the window: only in `@container`. */
const ownWidths: Record<string, string[]> = {
  // The table is also shown next to an open application.
  'client/admin/applicants/list/ApplicantTable.module.css': ['46rem', '30rem'],
  // One of many plates in a mosaic.
  'client/site/portfolio/Plate.module.css': ['28rem'],
  // The width that the name and the button of the menu leave for the link to the contact page.
  'client/app/layouts/public/Header.module.css': ['5.75rem'],
};

const tokens = new Set(
  [...read('client/ui/tokens.css').matchAll(/^\s*(--[\w-]+):/gm)].map(([, name]) => name),
);

/**
 * Returns the places in a stylesheet that bypass the scales of tokens.css and the named widths (CONTRIBUTING.md,
 * Styles).
 */
function styleProblems(path: string, source: string): string[] {
  const css = source.replace(/\/\*[\s\S]*?\*\//g, '');
  const numbers = [...css.matchAll(/(?<![\w-])(?:font-weight|line-height|letter-spacing):\s*-?[\d.][^;]*/g)];
  const shorthands = [...css.matchAll(/(?<![\w-])font:\s*(?:\d{3}\b[^;]*|[^;]*\/\s*[\d.]+[^;]*)/g)];
  const conditions = [...css.matchAll(/@(media|container)([^{]*)/g)].flatMap(
    ([whole, kind, condition = '']) => {
      const widths = [...condition.matchAll(/width[^)]*?([\d.]+\w+)/g)].map(([, width = '']) => width);
      const own = kind === 'container' ? (ownWidths[path] ?? []) : [];
      return widths.every((width) => own.includes(width)) ? [] : [whole];
    },
  );
  const unknown = [...css.matchAll(/var\((--(?:type|text|weight|leading|tracking)-[\w-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !tokens.has(name) && !css.includes(`${name}:`));
  const roles = [...css.matchAll(/font: var\((--type-\w+)\);\s*([^;}]*)/g)]
    .filter(
      ([, role, next]) =>
        tokens.has(`${role}-tracking`) &&
        role !== '--type-label' &&
        next !== `letter-spacing: var(${role}-tracking)`,
    )
    .map(([, role]) => `${role} without its tracking`);
  return [...[...numbers, ...shorthands].map(([found]) => found), ...conditions, ...unknown, ...roles].map(
    (found) => `${path}: ${found.trim()}`,
  );
}

describe('the styles', () => {
  const paths = globSync('{client,gallery}/**/*.css', { cwd: root }).filter((path) => !scales.includes(path));

  it('take weights, leadings, tracking and widths from the scales', () => {
    expect(paths.length).toBeGreaterThan(50);
    expect(paths.flatMap((path) => styleProblems(path, read(path)))).toEqual([]);
  });

  it.each([
    ['a weight', '.a { font-weight: 720; }'],
    ['a leading', '.a { line-height: 1.02; }'],
    ['a tracking', '.a { letter-spacing: -0.035em; }'],
    ['a weight in the shorthand', '.a { font: 650 var(--text-md) / var(--leading-snug) var(--font-text); }'],
    ['a leading in the shorthand', '.a { font: var(--text-md) / 1.3 var(--font-text); }'],
    ['a width of the window', '@media (max-width: 41rem) { .a { color: red; } }'],
    ['a width as a range', '@media (width < 41rem) { .a { color: red; } }'],
    ['a width of a container', '@container list (min-width: 41rem) { .a { color: red; } }'],
    ['a name that is not in the scale', '.a { font-weight: var(--weight-boldish); }'],
    ['a role without its tracking', '.a { font: var(--type-title); color: red; }'],
  ])('are refused with %s of their own', (_what, css) => {
    expect(styleProblems('client/a.css', css)).toHaveLength(1);
  });

  it.each([
    '.a { font: var(--type-title); letter-spacing: var(--type-title-tracking); }',
    '.a { font-weight: var(--weight-bold); line-height: inherit; letter-spacing: normal; }',
    '@media (pointer: coarse), (--below-sm) { .a { color: red; } }',
    '.a { font: inherit; border-width: 3px; }',
  ])('may say %s', (css) => {
    expect(styleProblems('client/a.css', css)).toEqual([]);
  });
});

describe('a named width', () => {
  const written = async (css: string) => {
    const config = await resolveConfig(
      { configFile: false, css: { postcss: { plugins: [writeNamedWidths(namedWidths)] } } },
      'build',
    );
    return (await preprocessCSS(css, 'a.css', config)).code;
  };

  it('is written out in conditions of the window and of a container', async () => {
    expect(await written('@media print, (--below-sm) { a { color: red; } }')).toContain(
      '@media print, (max-width: 39.99rem)',
    );
    expect(await written('@container list (--from-sm) and (--below-lg) { a { color: red; } }')).toContain(
      '@container list (min-width: 40rem) and (max-width: 59.99rem)',
    );
  });

  it('that nobody knows stops the build', async () => {
    await expect(written('@media (--below-xs) { a { color: red; } }')).rejects.toThrow(
      'no width is named --below-xs',
    );
  });

  it('leaves no gap and no overlap with its counterpart', () => {
    const rem = (query: string) => Number(/[\d.]+/.exec(query)?.[0]);
    for (const name of ['sm', 'md', 'lg', 'xl'] as const) {
      const gap = rem(namedWidths[`from-${name}`]) - rem(namedWidths[`below-${name}`]);
      expect(gap, name).toBeCloseTo(0.01, 5);
    }
  });
});
