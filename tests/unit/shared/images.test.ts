import { expect, test } from 'vitest';
import { hasSizes, imageWidthOf, srcSetOf } from '#shared/images.ts';

test('a picture is offered in the widths up to its place', () => {
  expect(srcSetOf('/storage/a.webp', 1280)).toMatch(
    /^\S+ 480w, \S+ 640w, \S+ 768w, \S+ 960w, \/img\/1280\/storage\/a.webp 1280w$/,
  );
  expect(['640', '641', '0640', '640.0', '', '6e2', ' 640'].map(imageWidthOf)).toEqual([
    640,
    ...Array(6).fill(undefined),
  ]);
});

test.each([
  [true, ['/storage/a.webp', '/files/public/2026/x.JPG', '/storage/a%20b.png', '/storage/noending']],
  [
    false,
    [
      '/storage/',
      '/storagefoo/a.png',
      '/files/a.png',
      '/storage/a.png?v=2',
      '/storage/a.png#x',
      '/storage/../api/blogs',
    ],
  ],
  [
    false,
    [
      '/storage//a.png',
      '/storage/a%2.png',
      '/storage/logo.svg',
      '/storage/a b.png',
      '/storage/a,b.png',
      '//a.example/storage/a.png',
      '',
    ],
  ],
])('pictures have sizes: %s %j', (has, paths) => {
  for (const path of paths) expect(hasSizes(path, ['/storage', '/files/public']), path).toBe(has);
});
