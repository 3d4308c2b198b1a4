import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../../server/bff/target/plain-requests.ts';

describe('a plain target', () => {
  it.each([
    '/api/',
    '/api/blogs',
    '/apifoo',
    '/apis/blogs',
    '/v1/API',
    '/portfolio/caf%C3%A9',
    '/portfolio/100%25',
    '/portfolio/a%3Fb%23c',
    '/portfolio/...',
    '/portfolio/a;b=c',
    "/portfolio/it's(fine)!*",
    '/?x=%zz&y=%',
    '/?next=/api/../x&u=http://a//b\\c',
    '/api/blogs?q="<>`{}|^[]',
  ])('%s goes on', (target) => {
    expect(problemOf(target)).toBeUndefined();
  });

  it.each([
    ['case', '/API/x'],
    ['a dotless i in upper case', '/ap%C4%B1/x'],
    ['full-width letters', '/%EF%BD%81%EF%BD%90%EF%BD%89/x'],
    ['an encoded letter', '/%61pi/x'],
    ['parameters', '/api;v=1/x'],
    ['a trailing dot', '/api./x'],
    ['a character without width', '/a%E2%80%8Bpi/x'],
  ])('only resembles /api by %s: %s', (_how, target) => {
    expect(problemOf(target)).toBe('lookalike');
  });

  it.each(['/;/api', '/;x/api/x', '/%3Bx/api', '/portfolio/;/x'])(
    'nothing but parameters, which a Java server cuts off and reads the next segment instead: %s',
    (target) => {
      expect(problemOf(target)).toBe('malformed');
    },
  );

  /** Ways in which other programs read a path: URL parsers, decoders before and after splitting, Windows, Java. */
  const readings: ((target: string) => string)[] = [
    (target) => new URL(target, 'http://h').pathname,
    (target) => posix.normalize(decoded(target.split(/[?#]/, 1)[0] ?? '')),
    (target) => posix.normalize(decoded(decoded(target.split(/[?#]/, 1)[0] ?? ''))),
    (target) => posix.normalize(decoded(target.split(/[?#]/, 1)[0] ?? '').replaceAll('\\', '/')),
    (target) => posix.normalize((target.split(/[?#]/, 1)[0] ?? '').replace(/;[^/]*/g, '')),
    (target) => new URL(target.replace(/^\/+/, '/'), 'http://h').pathname,
  ];

  it('is read as under /api by every parser or by none', () => {
    const piece = fc.constantFrom(
      ...[
        '/',
        '//',
        'api',
        'API',
        'Api',
        '%61pi',
        'ap%69',
        '%41PI',
        'api%2f',
        '.',
        '..',
        '%2e',
        '%2E%2e',
        '.%2e',
      ],
      ...[
        '%252e',
        '%2f',
        '%5c',
        '\\',
        '%00',
        ';',
        ';x',
        '..;',
        'blogs',
        'x',
        '?',
        '#',
        '%',
        '%zz',
        '%c0%af',
        ' ',
      ],
      ...['\t', 'http:', '@', ':', '%ef%bd%81', '%e2%80%8b', '*'],
    );
    const target = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(''));
    let plainOnes = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          target,
          target.map((text) => `/${text}`),
        ),
        (text) => {
          if (problemOf(text) !== undefined) return;
          plainOnes += 1;
          const path = text.split('?', 1)[0] ?? '';
          const ours = path === '/api' || path.startsWith('/api/');
          for (const read of readings) {
            const theirs = /^\/api(\/|$)/i.test(read(text));
            expect(theirs, `${read} reads ${JSON.stringify(read(text))} in ${text}`).toBe(ours);
          }
        },
      ),
      { numRuns: 5_000 },
    );
    expect(plainOnes).toBeGreaterThan(100);
  });
});

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
