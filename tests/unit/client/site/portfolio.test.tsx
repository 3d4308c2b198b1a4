import { describe, expect, it, vi } from 'vitest';
import { categoryImage } from '#shared/category-image.ts';
import { categoryPath, categoryTitleOf } from '#shared/category-path.ts';
import { wordsOf } from '#shared/words/all-words.ts';
import { formatProjectCount } from '../../../../client/site/portfolio/display.ts';
import { findNeighbours } from '../../../../client/site/portfolio/neighbours.ts';
import { webAddress } from '../../../../client/site/portfolio/ProjectArticle.tsx';
import { inTurns } from '../../../../client/site/portfolio/queries.ts';
import { imageName, indexByKey } from '../../../../client/ui/gallery/use-stage.ts';
import { problemOf } from '../../../../server/bff/target/ambiguous-target.ts';

const project = (id: number, v_order = id) => ({
  id,
  v_order,
  title: `Project ${id}`,
  description: '',
  images: [],
  category_id: 1,
});

type Listed = ReturnType<typeof project>;

/** A category with these projects in pages of three, and the pages that were read. */
function categoryOf(projects: Listed[], perPage = 3) {
  const read = vi.fn(async (page: number) => ({
    data: projects.slice((page - 1) * perPage, page * perPage),
    current_page: page,
    last_page: Math.max(1, Math.ceil(projects.length / perPage)),
  }));
  return { read, pages: () => read.mock.calls.map(([page]) => page) };
}

async function around(projects: Listed[], of: Listed, perPage?: number) {
  const { previous, next } = await findNeighbours(of, categoryOf(projects, perPage).read);
  return [previous?.id, next?.id];
}

describe('the projects before and after one', () => {
  const seven = [4, 2, 9, 1, 7, 3, 8].map((id, at) => project(id, at + 1));

  it.each([
    [0, [undefined, 2]],
    [1, [4, 9]],
    [2, [2, 1]],
    [3, [9, 7]],
    [5, [7, 8]],
    [6, [3, undefined]],
  ])('are found for the one at place %i, also over the edge of a page', async (at, expected) => {
    expect(await around(seven, seven[at] as Listed)).toEqual(expected);
  });

  it('are none for a project that is alone, and for one that the list does not have', async () => {
    expect(await around([project(1)], project(1))).toEqual([undefined, undefined]);
    expect(await around([], project(1))).toEqual([undefined, undefined]);
    expect(await around(seven, project(99, 4))).toEqual([undefined, undefined]);
  });

  it('are found among projects of one and the same order, by their id', async () => {
    const same = Array.from({ length: 11 }, (_, at) => project(at + 1, 5));
    expect(await around(same, project(10, 5))).toEqual([9, 11]);
  });

  it('cost few pages of a long category', async () => {
    const long = Array.from({ length: 500 }, (_, at) => project(at + 1));
    for (const id of [1, 2, 10, 11, 250, 307, 499, 500]) {
      const category = categoryOf(long, 10);
      const { previous, next } = await findNeighbours(project(id), category.read);
      expect([previous?.id, next?.id]).toEqual([id > 1 ? id - 1 : undefined, id < 500 ? id + 1 : undefined]);
      expect(category.pages().length, `pages ${category.pages()}`).toBeLessThanOrEqual(8);
    }
  });

  it('end the search on a host that keeps another order', async () => {
    const other = Array.from({ length: 40 }, (_, at) => project(at + 1, 1000 - at));
    const category = categoryOf(other, 10);
    await findNeighbours(project(35, 966), category.read);
    expect(new Set(category.pages()).size).toBe(category.pages().length);
  });
});

describe('selected work', () => {
  it('takes the categories by turns', () => {
    expect(inTurns([['a', 'b', 'c'], ['d'], [], ['e', 'f']])).toEqual(['a', 'd', 'e', 'b', 'f', 'c']);
    expect(inTurns([])).toEqual([]);
  });
});

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

describe('the link of a project', () => {
  it.each([
    ['https://www.studio.example/film?a=1', 'https://www.studio.example/film?a=1', 'studio.example'],
    [' http://studio.example:8080 ', 'http://studio.example:8080/', 'studio.example:8080'],
  ])('%j leads to its site, named by its host', (text, href, host) => {
    expect(webAddress(text)).toEqual({ href, host });
  });

  it.each([
    null,
    undefined,
    '',
    'studio.example',
    '/film',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'mailto:a@b.example',
    'https://',
  ])('%j is none', (text) => expect(webAddress(text)).toBeUndefined());
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
