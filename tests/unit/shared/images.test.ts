import { describe, expect, test } from 'vitest';
import { hasSizes, imageWidthOf, srcSetOf } from '#shared/images.ts';

const mediaPaths = ['/storage', '/files/public'];

test('addresses of a picture', () => {
  expect(srcSetOf('/storage/a.webp', 480)).toBe(
    '/img/160/storage/a.webp 160w, /img/320/storage/a.webp 320w, /img/480/storage/a.webp 480w',
  );
  expect(srcSetOf('/storage/a.webp', 1280)).toMatch(/^\S+ 480w, \S+ 640w, \S+ 768w, \S+ 960w, \S+ 1280w$/);
  expect(srcSetOf('/storage/a.webp', 160)).toBe('/img/160/storage/a.webp 160w');
});

test.each(['640', '1920'])('%s is a width', (text) => expect(imageWidthOf(text)).toBe(Number(text)));
test.each(['641', '0640', '640.0', '', 'NaN', '6e2', ' 640'])('%j is none', (text) =>
  expect(imageWidthOf(text)).toBeUndefined(),
);

describe('which pictures have sizes', () => {
  test.each(['/storage/a.webp', '/files/public/2026/x.JPG', '/storage/a%20b.png', '/storage/noending'])(
    '%s',
    (path) => expect(hasSizes(path, mediaPaths)).toBe(true),
  );
  test.each([
    '/storage',
    '/storage/',
    '/storagefoo/a.png',
    '/files/a.png',
    '/storage/a.png?v=2',
    '/storage/a.png#x',
    '/storage/../api/blogs',
    '/storage//a.png',
    '/storage/./a.png',
    '/storage/a%2.png',
    '/storage/logo.svg',
    '/storage/a b.png',
    '/storage/a,b.png',
    'data:image/png;base64,AAAA',
    'https://other.example/storage/a.png',
    '//other.example/storage/a.png',
    '/brand/logo.png',
    '',
  ])('not %j', (path) => expect(hasSizes(path, mediaPaths)).toBe(false));
});
