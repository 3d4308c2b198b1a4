import { expect, it } from 'vitest';
import { categoryImage } from '#shared/category-image.ts';
import { categoryPath, categoryTitleOf } from '#shared/category-path.ts';
import { indexByKey } from '../../../../client/ui/gallery/use-stage.ts';
import { problemOf } from '../../../../server/bff/target/ambiguous-target.ts';

it.each([
  [{ image: '/a.png' }, '/a.png'],
  [{ images: '/b.png' }, '/b.png'],
  [{ image: null, images: ['/c.png', '/d.png'] }, '/c.png'],
  [{ image: '', images: [] }, undefined],
])('the main image of the category %j is %s (docs/product.md §3)', (category, image) => {
  expect(categoryImage(category)).toBe(image);
});

it.each([
  ['ArrowRight', 4, false, 4],
  ['ArrowLeft', 4, false, 3],
  ['ArrowLeft', 0, true, 1],
  ['ArrowRight', 4, true, 3],
  ['End', 1, true, 4],
  ['constructor', 2, false, undefined],
])('in a gallery of five %s leads from %i, leftwards %s, to %s', (key, current, leftwards, wanted) => {
  expect(indexByKey(key, { current, count: 5, leftwards })).toBe(wanted);
});

it.each(['UI/UX', 'A\\B', '100% wool', '50%2F', 'فلم', 'C# & F#', 'What?', '<b>"'])(
  'the address of the category %j is one that the server takes, and leads back',
  (title) => {
    const address = categoryPath(title);
    expect(problemOf(address)).toBeUndefined();
    expect(categoryTitleOf(decodeURIComponent(address.slice('/portfolio/'.length)))).toBe(title);
  },
);
