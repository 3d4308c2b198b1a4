import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { themeStyle } from '#shared/site/theme.ts';
import { filesIn, loadBrand } from '../../../server/site/brand-files.ts';
import { svgProblem } from '../../../server/site/svg-problem.ts';
import { image, noisyPng } from '../../support/files.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'studio-brand-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z"/></svg>';

/** Loads the brand with these files next to it. */
async function load(brand: object, files: Record<string, Buffer | string> = {}) {
  for (const [name, content] of Object.entries(files)) await writeFile(join(dir, name), content);
  const problems: { path: string; message: string }[] = [];
  const loaded = await loadBrand(filesIn(dir), brandSchema.parse(brand), problems);
  return { ...loaded, problems: problems.map(({ path, message }) => `${path}: ${message}`) };
}

describe('the pictures of a company', () => {
  it('are served under a hash, with a policy that lets them show nothing but themselves', async () => {
    const { brand, files, problems } = await load({ logo: 'Logo.svg' }, { 'Logo.svg': drawing });
    expect(problems).toEqual([]);
    expect(brand.logo).toEqual({
      src: expect.stringMatching(/^\/brand\/logo-[\w-]{10}\.svg$/),
      width: 20,
      height: 10,
    });
    const file = files.get(brand.logo?.src ?? '');
    expect(file).toMatchObject({
      type: 'image/svg+xml',
      cacheControl: 'public, max-age=31536000, immutable',
      headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
    });
    const other = await load({ logo: 'Logo.svg' }, { 'Logo.svg': drawing.replace('20 10', '20 20') });
    expect(other.brand.logo?.src).not.toBe(brand.logo?.src);
  });

  it.each([
    ['is not there', 'logo.svg', undefined, /is not in the folder of site\.json/],
    ['is no SVG', 'logo.svg', 'Hello', /is not an SVG/],
    ['is text that is called PNG', 'logo.png', drawing, /is not a PNG file/],
    ['is a PNG that ends too soon', 'logo.png', Buffer.from('89504e470d0a1a0a', 'hex'), /cannot be drawn/],
    ['is too heavy', 'logo.svg', `${drawing}${' '.repeat(300_000)}`, /at most 256 KB are allowed/],
  ])('are refused with the reason: one that %s', async (_story, name, content, reason) => {
    const { problems } = await load({ logo: name }, content === undefined ? {} : { [name]: content });
    expect(problems).toEqual([expect.stringMatching(reason)]);
    expect(problems[0]).toMatch(/^brand\.logo: /);
  });

  it('are refused when they are too small, too large, or lead out of the folder', async () => {
    const small = await load({ logo: 'a.png' }, { 'a.png': await image('png', 8, 8) });
    expect(small.problems).toEqual([expect.stringContaining('at least 16')]);
    const large = await load({ logo: 'b.png' }, { 'b.png': await image('png', 5000, 20) });
    expect(large.problems).toEqual([expect.stringContaining('at most 4096')]);
    const heavy = await load({ logo: 'c.png' }, { 'c.png': await noisyPng(400, 400) });
    expect(heavy.problems).toEqual([expect.stringContaining('at most 256 KB')]);
    await symlink('/etc/hostname', join(dir, 'd.svg'));
    expect((await load({ logo: 'd.svg' })).problems).toEqual([
      expect.stringContaining('is outside the folder'),
    ]);
  });

  it.each(['../a.svg', '/etc/a.svg', '.a.svg', 'a/b.svg', 'a b.svg', 'a\u0000.svg', 'a.gif', 'a'])(
    'are named without a path: %j is not',
    (logo) => {
      expect(brandSchema.safeParse({ logo }).success).toBe(false);
    },
  );
});

describe('the icons', () => {
  const sizes = async (files: Map<string, { variants: { identity: { body: Buffer } } }>) =>
    Promise.all(
      ['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png', '/apple-touch-icon.png'].map(
        async (path) => {
          const body = files.get(path)?.variants.identity.body;
          const { width, height } = await sharp(body).metadata();
          return [path, width, height];
        },
      ),
    );

  it.each([
    ['an SVG', { favicon: 'icon.svg' }, '/favicon.svg'],
    ['a PNG', { favicon: 'icon.png' }, '/favicon.png'],
    ['nothing', {}, '/favicon.svg'],
  ])('are all made from %s', async (_story, brand, path) => {
    const { files, problems, ...loaded } = await load(brand, {
      'icon.svg': drawing,
      'icon.png': await image('png', 64, 48),
    });
    expect(problems).toEqual([]);
    expect(loaded.brand.favicon.src).toBe(path);
    expect(await sizes(files)).toEqual([
      ['/icon-192.png', 192, 192],
      ['/icon-512.png', 512, 512],
      ['/icon-maskable-512.png', 512, 512],
      ['/apple-touch-icon.png', 180, 180],
    ]);
    expect(files.get('/favicon.ico')?.variants.identity.body.subarray(0, 6)).toEqual(
      Buffer.from([0, 0, 1, 0, 3, 0]),
    );
  });

  it('of nobody are drawn in the colours of the company', async () => {
    const theme = { background: '#ffffff', text: '#000000', accent: '#8a1c3f' };
    const dark = { background: '#000000', text: '#ffffff', accent: '#ff9db4' };
    const { files } = await load({ colors: { light: theme, dark } });
    expect(files.get('/favicon.svg')?.variants.identity.body.toString()).toContain('#8a1c3f');
  });
});

describe('an SVG', () => {
  const inside = (markup: string, root = '') =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"${root}>${markup}</svg>`,
    );

  it.each([
    ['plain', '<path d="M0 0"/>'],
    [
      'with a style and a gradient of its own',
      '<style>.a > b{fill:url(#g)}</style><linearGradient id="g"/><path class="a" fill="url(#g)"/>',
    ],
    ['in two schemes', '<style>@media (prefers-color-scheme: dark) { path { fill: rgb(1, 2, 3) } }</style>'],
    ['that uses its own parts', '<defs><path id="p"/></defs><use href="#p"/><use xlink:href="#p"/>'],
    ['with a bitmap in it', '<image href="data:image/png;base64,AAAA"/>'],
    ['with words', '<title>Mahr &amp; Sons</title><text>A &#x26; B</text><!-- drawn by hand -->'],
  ])('%s is taken', (_story, markup) => {
    expect(svgProblem(inside(markup))).toBeUndefined();
  });

  it.each([
    ['a script', '<script>alert(1)</script>', /<script>/],
    ['a script in another case', '<SCRIPT/>', /<SCRIPT>/],
    ['a script under a prefix', '<svg:script xmlns:svg="http://www.w3.org/2000/svg"/>', /script/],
    ['a handler', '<path onload="alert(1)"/>', /onload/],
    ['a handler on the root', '', /onload/, ' onload="alert(1)"'],
    ['HTML', '<foreignObject><div/></foreignObject>', /foreignObject/],
    ['a link', '<a href="https://evil.example"/>', /<a>/],
    ['an animation of an address', '<animate attributeName="href" to="javascript:alert(1)"/>', /<animate>/],
    ['a picture of elsewhere', '<image href="https://evil.example/a.png"/>', /outside/],
    ['a picture by a relative address', '<image xlink:href="/api/session"/>', /outside/],
    ['a written-out address', '<use href="&#104;ttps://evil.example/a.svg#b"/>', /outside/],
    ['an SVG inside of a data address', '<image href="data:image/svg+xml;base64,AAAA"/>', /outside/],
    ['a style of elsewhere', '<style>@import "//evil.example";</style>', /<style>/],
    ['a font of elsewhere', '<style>@font-face{src:url(https://evil.example)}</style>', /<style>/],
    ['a fill of elsewhere', '<path fill="url(https://evil.example#a)"/>', /fill/],
    ['an escaped address', '<path style="fill:u\\72l(//evil.example)"/>', /style/],
    ['a picture set', '<image srcset="https://evil.example/x 1x"/>', /srcset/],
    [
      'HTML by a prefix',
      '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="data:image/png;base64,AA"/>',
      /<h:img>/,
    ],
    ['another namespace', '<g xmlns="http://www.w3.org/1999/xhtml"/>', /namespace/],
    ['a source in CSS', '<style>rect{background:src("https://evil.example")}</style>', /<style>/],
    ['comments without an end', '<!--'.repeat(60_000), /open comment/],
    ['a name without an end', `<path ${'a'.repeat(200_000)}/>`, /well-formed/],
    ['another base', '<g xml:base="https://evil.example"/>', /xml:base/],
    ['a tag that is not closed', '<path d="M0 0"', /well-formed/],
    ['an attribute without quotes', '<path onload=alert(1) />', /well-formed/],
    ['CDATA', '<style><![CDATA[a]]></style>', /CDATA/],
    ['an instruction', '<?xml-stylesheet href="//evil.example"?>', /instruction/],
  ])('with %s is refused', (_story, markup, reason, root = '') => {
    expect(svgProblem(inside(markup, root))).toMatch(reason);
  });

  it.each([
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawing}`, /document type/],
    ['another encoding', `<?xml version="1.0" encoding="UTF-7"?>${drawing}`, /UTF-7/],
    ['HTML around it', `<html>${drawing}</html>`, /not an SVG/],
  ])('with %s is refused', (_story, text, reason) => {
    expect(svgProblem(Buffer.from(text))).toMatch(reason);
    expect(svgProblem(Buffer.from(drawing, 'utf16le'))).toBeDefined();
  });
});

describe('the colours of a company', () => {
  const light = { background: '#ffffff', text: '#1a1a1a', accent: '#0050b0' };
  const dark = { background: '#101010', text: '#f0f0f0', accent: '#80b0ff' };
  const problems = (colors: unknown) => {
    const { error } = brandSchema.safeParse({ colors });
    return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };

  it('are told when nobody can read them: theme, pair, ratio, and what is needed', () => {
    expect(
      problems({
        light: { ...light, accent: '#9bbcff', on_accent: '#ffffff' },
        dark: { ...dark, text: '#555555', signal: 'oklch(0.3 0.1 30)' },
      }),
    ).toEqual([
      'colors.light: accent #9bbcff on background #ffffff has a contrast of 1.90:1 in the light theme; text needs at least 4.5:1 (WCAG 2.2, 1.4.3)',
      'colors.light: on_accent #ffffff on accent #9bbcff has a contrast of 1.90:1 in the light theme; text needs at least 4.5:1 (WCAG 2.2, 1.4.3)',
      'colors.dark: text #555555 on background #101010 has a contrast of 2.55:1 in the dark theme; text needs at least 4.5:1 (WCAG 2.2, 1.4.3)',
      expect.stringMatching(
        /^colors\.dark: signal oklch\(0\.3 0\.1 30\) on background #101010 has a contrast of 1\.\d+:1/,
      ),
    ]);
    expect(problems({ light: dark, dark })).toEqual([
      'colors.light: background must be lighter than text in the light theme',
    ]);
    expect(problems({ light })).toEqual(['colors.dark: is missing']);
    expect(problems({ light: { ...light, accent: 'red' }, dark })).toEqual([
      expect.stringMatching(/^colors\.light\.accent: must be a colour such as #1d3cc0 or oklch/),
    ]);
  });

  it('stand in the attribute as plain hex, whatever the file says', () => {
    const style = themeStyle({ light: { ...light, accent: 'oklch(0.45 0.2 265)' }, dark });
    expect(style).toMatch(/^(--brand-[a-z-]+:#[0-9a-f]{6})(;--brand-[a-z-]+:#[0-9a-f]{6})+$/);
    expect(style).toContain('--brand-light-bg:#ffffff');
    expect(style).toContain('--brand-dark-bg:#101010');
  });
});
