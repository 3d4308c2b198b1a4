import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { checkFrom, checkTo, wireForm } from '../../../../server/bff/redirects/addresses.ts';

const media = ['/storage', '/uploads'];
const fromOf = (text: string) => Object.values(checkFrom(text, media))[0];
const toOf = (text: string) => Object.values(checkTo(text))[0];

describe('an old address', () => {
  it.each([
    ['/2019/05/our-post/', '/2019/05/our-post'],
    ['/blog/our-post.html', '/blog/our-post.html'],
    ['/portfolio/x/?p=12', '/portfolio/x?p=12'],
    ['/old?', '/old'],
    ['/old?a=b+c%20d', '/old?a=b%20c%20d'],
    ['/?p=123', '/?p=123'],
    ['/?', 'redirect.isPage'],
    ['/', 'redirect.isPage'],
    // The same slug in each of its spellings.
    ['/%d9%be%d9%88%d8%b3%d9%b9/', '/پوسٹ'],
    ['/%D9%BE%D9%88%D8%B3%D9%B9', '/پوسٹ'],
    ['/پوسٹ', '/پوسٹ'],
    ['/Cafe%CC%81', '/Café'],
    ['/a%20b', '/a%20b'],
    ['/a b', '/a%20b'],
    ['/100%25', '/100%25'],
    ['/%41%2d%7E', '/A-~'],
    ["/it's-(new)!,$&;=:@+", "/it's-(new)!,$&;=:@+"],
    ['/a%3Fb', '/a%3Fb'],
    ['/a%23b', '/a%23b'],
    ['/zero%E2%80%8Cwidth', '/zero%E2%80%8Cwidth'],
    ['/Blog', '/Blog'],
    ['/careers/apply/7/', '/careers/apply/7'],
  ])('%s is known as %s', (text, known) => {
    expect(fromOf(text)).toBe(known);
  });

  const refused: Record<string, string[]> = {
    'redirect.notPath': [
      '',
      '//evil',
      '/\\evil',
      '\\\\evil',
      'https://evil.example/x',
      'javascript:alert(1)',
    ],
    'redirect.notPlain': [
      '/a\\b',
      '/%2f%2fevil',
      '/%5cevil',
      '/a/%2e%2e/b',
      '/a/../b',
      '/a//b',
      '/%252e%252e/x',
      '/;x/api/blogs',
      '/a\tb',
      '/a\nb',
      '/a\u0085b',
      '/a\u2028b',
      '/a%0ab',
      '/a%00',
      '/a?x=%0d%0aSet-Cookie',
      '/a%zz',
      '/a%',
      '/caf%E9',
      '/%c0%af',
      '/a\ud800',
    ],
    'redirect.fragment': ['/a#b'],
    'redirect.tooLong': [`/${'a'.repeat(limits.redirectAddress)}`],
    'redirect.reserved': [
      '/feed.xml/',
      '/.well-known/security.txt/?x=1',
      '/favicon.ico',
      '/.well-known/security.txt',
      '/api/blogs',
      '/API/x',
      '/%61pi/x',
      '/ａｐｉ/x',
      '/Admin/old',
      '/assets/x.js',
      '/img/640/storage/x.png',
      '/media/old/x.png',
      '/readyz/',
      '/csp-report',
      '/preview/x',
      '/storage/x.png',
    ],
    'redirect.isPage': ['/careers/', '/portfolio?page=2'],
  };
  it.each(
    Object.entries(refused).flatMap(([problem, texts]) => texts.map((text) => [text, problem] as const)),
  )('%j is refused: %s', (text, problem) => {
    expect(fromOf(text)).toBe(problem);
  });
});

describe('where it leads', () => {
  it.each([
    ['/view-blog/7', '/view-blog/7'],
    ['/', '/'],
    ['/portfolio/Film%20%26%20TV/', '/portfolio/Film%20%26%20TV/'],
    ['/x y?a=b+c&d=%C3%A9', '/x%20y?a=b+c&d=é'],
    ['/zero%E2%80%8Cwidth', '/zero%E2%80%8Cwidth'],
    ['/portfolio?page=2#more', '/portfolio?page=2#more'],
    ['/storage/brochure.pdf', '/storage/brochure.pdf'],
    ['/contact#کہاں', '/contact#کہاں'],
    ['//evil.example', 'redirect.notPath'],
    ['/\\evil.example', 'redirect.notPath'],
    ['https://evil.example', 'redirect.notPath'],
    ['/%2f%2fevil', 'redirect.notPlain'],
    ['/%5cevil', 'redirect.notPlain'],
    ['/x/..//evil', 'redirect.notPlain'],
    ['/x\r\nSet-Cookie: a=b', 'redirect.notPlain'],
    ['/x?y=%0d%0a', 'redirect.notPlain'],
    ['/x#%0a', 'redirect.notPlain'],
    ['/API/login', 'redirect.reserved'],
    ['/ａｐｉ', 'redirect.reserved'],
    ['/admin/blogs', 'redirect.reserved'],
    ['/reset/0123456789012345678901', 'redirect.reserved'],
  ])('%j is %s', (text, known) => {
    expect(toOf(text)).toBe(known);
  });

  it('is sent in letters of ASCII, and never to another origin', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        const { address } = checkTo(`/${text}`);
        if (address === undefined) return;
        const sent = wireForm(address);
        expect(sent).toMatch(/^\/(?![/\\])[!-~]*$/);
        expect(new URL(sent, 'https://studio.example').origin).toBe('https://studio.example');
      }),
      { numRuns: 2_000 },
    );
  });
});
