import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brandSchema } from '#shared/schemas/site/brand.ts';
import { filesIn, loadBrand } from '../../../server/site/brand-files.ts';
import { svgProblem } from '../../../server/site/svg-problem.ts';
import { image, noisyPng } from '../../support/files.ts';
import { folderForEach } from '../../support/temp-folder.ts';

let dir: string;
folderForEach((made) => (dir = made));

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z"/></svg>';

/** Loads the brand with this file next to it. */
async function load(brand: object, name = 'logo.svg', content: Buffer | string = drawing) {
  await writeFile(join(dir, name), content);
  const problems: { path: string; message: string }[] = [];
  const loaded = await loadBrand(filesIn(dir), brandSchema.parse(brand), problems);
  return { ...loaded, problems: problems.map(({ path, message }) => `${path}: ${message}`) };
}

describe('the pictures of a company', () => {
  it('are served under a hash, with a policy that lets them show nothing but themselves', async () => {
    const { brand, files } = await load({ logo: 'logo.svg' });
    const src = expect.stringMatching(/^\/brand\/logo-[\w-]{10}\.svg$/);
    expect(brand.logo).toEqual({ src, width: 20, height: 10 });
    expect(files.get(brand.logo?.src ?? '')).toMatchObject({
      type: 'image/svg+xml',
      cacheControl: 'public, max-age=31536000, immutable',
      headers: { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" },
    });
    const other = await load({ logo: 'logo.svg' }, 'logo.svg', drawing.replace('20 10', '20 20'));
    expect(other.brand.logo?.src).not.toBe(brand.logo?.src);
  });

  it.each([
    ['is not there', 'logo.png', /is not in the folder of site\.json/, 'other.png', drawing],
    ['is no SVG', 'logo.svg', /is not an SVG/, 'logo.svg', 'Hello'],
    ['is text that is called PNG', 'logo.png', /is not a PNG file/, 'logo.png', drawing],
    ['ends too soon', 'logo.png', /cannot be drawn/, 'logo.png', Buffer.from('89504e470d0a1a0a', 'hex')],
    ['is too heavy', 'logo.svg', /at most 256 KB/, 'logo.svg', `${drawing}${' '.repeat(300_000)}`],
    ['has too many bytes', 'logo.png', /at most 256 KB/, 'logo.png', () => noisyPng(400, 400)],
    ['is too small', 'logo.png', /at least 16/, 'logo.png', () => image('png', 8, 8)],
    ['is too large', 'logo.png', /at most 4096/, 'logo.png', () => image('png', 5000, 20)],
  ])('are refused with the reason: one that %s', async (_story, logo, reason, name, content) => {
    const { problems } = await load(
      { logo },
      name,
      typeof content === 'function' ? await content() : content,
    );
    expect(problems).toEqual([expect.stringMatching(reason)]);
    expect(problems[0]).toMatch(/^brand\.logo: /);
  });

  it('do not lead out of the folder', async () => {
    await symlink('/etc/hostname', join(dir, 'd.svg'));
    expect((await load({ logo: 'd.svg' }, 'other.svg')).problems).toEqual([
      expect.stringContaining('is outside the folder'),
    ]);
    for (const logo of [
      '../a.svg',
      '/etc/a.svg',
      '.a.svg',
      'a/b.svg',
      'a b.svg',
      'a\u0000.svg',
      'a.gif',
      'a',
    ])
      expect(brandSchema.safeParse({ logo }).success, logo).toBe(false);
  });
});

describe('an SVG', () => {
  const inside = (markup: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${markup}</svg>`,
    );

  it.each([
    '<style>.a > b{fill:url(#g)}</style><linearGradient id="g"/><path class="a" fill="url(#g)"/>',
    '<style>@media (prefers-color-scheme: dark) { path { fill: rgb(1, 2, 3) } }</style>',
    '<defs><path id="p"/></defs><use href="#p"/><use xlink:href="#p"/>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<title>Mahr &amp; Sons</title><text>A &#x26; B</text><!-- drawn by hand -->',
  ])('is taken: %s', (markup) => expect(svgProblem(inside(markup))).toBeUndefined());

  it.each([
    ['<SCRIPT/>', /<SCRIPT>/],
    ['<svg:script xmlns:svg="http://www.w3.org/2000/svg"/>', /script/],
    ['<path onload="alert(1)"/>', /onload/],
    ['<foreignObject><div/></foreignObject>', /foreignObject/],
    ['<a href="https://evil.example"/>', /<a>/],
    ['<animate attributeName="href" to="javascript:alert(1)"/>', /<animate>/],
    ['<image href="https://evil.example/a.png"/>', /outside/],
    ['<image xlink:href="/api/session"/>', /outside/],
    ['<use href="&#104;ttps://evil.example/a.svg#b"/>', /outside/],
    ['<image href="data:image/svg+xml;base64,AAAA"/>', /outside/],
    ['<style>@import "//evil.example";</style>', /<style>/],
    ['<style>@font-face{src:url(https://evil.example)}</style>', /<style>/],
    ['<style>rect{background:src("https://evil.example")}</style>', /<style>/],
    ['<path fill="url(https://evil.example#a)"/>', /fill/],
    ['<path style="fill:u\\72l(//evil.example)"/>', /style/],
    ['<image srcset="https://evil.example/x 1x"/>', /srcset/],
    ['<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="data:image/png;base64,AA"/>', /<h:img>/],
    ['<g xmlns="http://www.w3.org/1999/xhtml"/>', /namespace/],
    ['<g xml:base="https://evil.example"/>', /xml:base/],
    ['<path onload=alert(1) />', /onload/],
    ['<style>rect{fill:u&#114;l(//evil.example)}</style>', /<style>/],
    ['<style>rect{fill:url<g/>(//evil.example)}</style>', /<style>/],
    ['<g>'.repeat(257), /nested/],
    ['<style><![CDATA[a]]></style>', /CDATA/],
    ['<?xml-stylesheet href="//evil.example"?>', /instruction/],
  ])('is refused: %#', (markup, reason) => expect(svgProblem(inside(markup))).toMatch(reason));

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>', /onload/],
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${drawing}`, /document type/],
    [`<?xml version="1.0" encoding="UTF-7"?>${drawing}`, /UTF-7/],
    [`<html>${drawing}</html>`, /not an SVG/],
    [Buffer.from(drawing, 'utf16le'), /./],
  ])('is refused as a whole: %#', (text, reason) =>
    expect(svgProblem(Buffer.from(text as string))).toMatch(reason),
  );
});
