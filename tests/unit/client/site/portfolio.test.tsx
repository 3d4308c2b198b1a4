import { describe, expect, it } from 'vitest';
import { categoryImage } from '#shared/category-image.ts';
import { categoryPath, categoryTitleOf } from '#shared/category-path.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { formatProjectCount } from '../../../../client/site/portfolio/display.ts';
import { imageName, indexByKey } from '../../../../client/ui/gallery/use-stage.ts';
import { problemOf } from '../../../../server/bff/target/ambiguous-target.ts';

describe('a category', () => {
  it('has its main image wherever the host puts it', () => {
    expect(categoryImage({ image: '/a.png' })).toBe('/a.png');
    expect(categoryImage({ images: '/b.png' })).toBe('/b.png');
    expect(categoryImage({ image: null, images: ['/c.png', '/d.png'] })).toBe('/c.png');
    expect(categoryImage({ image: '', images: [] })).toBeUndefined();
    expect(categoryImage({})).toBeUndefined();
  });

  it.each([
    [undefined, undefined],
    [0, 'No projects yet'],
    [1, '1 project'],
    [500, '500 projects'],
  ])('of %s projects says %j', (count, text) => expect(formatProjectCount(count, wordsOf('en'))).toBe(text));
});

describe('the images of a gallery', () => {
  it('are named by the title and their number', () => {
    expect(imageName('Salt Road', 0, 5, wordsOf('en'))).toBe('Salt Road');
    expect(imageName('Salt Road', 1, 5, wordsOf('en'))).toBe('Salt Road, image 2 of 5');
  });

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 4, 4],
    ['ArrowLeft', 4, 3],
    ['ArrowLeft', 0, 0],
    ['Home', 3, 0],
    ['End', 1, 4],
    ['Enter', 2, undefined],
    ['Tab', 2, undefined],
    ['constructor', 2, undefined],
  ])('%s leads from %i to %s', (key, current, wanted) => {
    expect(indexByKey(key, { current, count: 5, leftwards: false })).toBe(wanted);
  });

  it.each([
    ['ArrowLeft', 0, 1],
    ['ArrowRight', 4, 3],
    ['Home', 3, 0],
    ['End', 1, 4],
  ])('where people read leftwards, %s leads from %i to %s', (key, current, wanted) => {
    expect(indexByKey(key, { current, count: 5, leftwards: true })).toBe(wanted);
  });
});

describe('the address of a category', () => {
  it.each(['Film', 'Web and apps', 'UI/UX', 'A\\B', '100% wool', '50%2F', 'فلم', 'C# & F#', 'What?', '<b>"'])(
    'is one that the server takes, and leads back to %j',
    (title) => {
      const address = categoryPath(title);
      expect(problemOf(address)).toBeUndefined();
      expect(categoryTitleOf(decodeURIComponent(address.slice('/portfolio/'.length)))).toBe(title);
    },
  );
});
