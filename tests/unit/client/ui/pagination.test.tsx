import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Pagination, pagesToShow } from '../../../../client/ui/Pagination.tsx';

describe('the pages that are shown', () => {
  it('are all of them without a window (docs/product.md §9, blog list)', () => {
    expect(pagesToShow(7, 40)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  });

  it.each([
    [1, 40, [1, 2, 3, 4, 5]],
    [3, 40, [1, 2, 3, 4, 5]],
    [4, 40, [2, 3, 4, 5, 6]],
    [20, 40, [18, 19, 20, 21, 22]],
    [39, 40, [36, 37, 38, 39, 40]],
    [40, 40, [36, 37, 38, 39, 40]],
    [2, 3, [1, 2, 3]],
    [1, 1, [1]],
    [1, 0, []],
  ])('are up to 5 around page %i of %i (docs/product.md §9, portfolio list)', (current, last, pages) => {
    expect(pagesToShow(current, last, 5)).toEqual(pages);
  });
});

describe('the pagination', () => {
  const markup = (current: number, last: number, hrefFor?: (page: number) => string) =>
    renderToStaticMarkup(<Pagination current={current} last={last} onChange={() => {}} hrefFor={hrefFor} />);

  it('is a landmark with a button for every page and the current one marked', () => {
    const html = markup(2, 12);
    expect(html).toMatch(/^<nav[^>]*aria-label="Pages"/);
    expect(html.match(/aria-label="Page \d+"/g)).toHaveLength(12);
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toMatch(/aria-label="Page 2" aria-current="page"/);
  });

  it('ends at the ends', () => {
    expect(markup(1, 3)).toMatch(/aria-label="Previous page"[^>]*disabled/);
    expect(markup(1, 3)).not.toMatch(/aria-label="Next page"[^>]*disabled/);
    expect(markup(3, 3)).toMatch(/aria-label="Next page"[^>]*disabled/);
  });

  it('is left out where there is one page or none', () => {
    expect(markup(1, 1)).toBe('');
    expect(markup(1, 0)).toBe('');
  });

  it('gives addresses to pages that have one, and none past the ends', () => {
    const html = markup(1, 2, (page) => `/publishing?page=${page}`);
    expect([...html.matchAll(/href="([^"]*)"/g)].map((found) => found[1])).toEqual([
      '/publishing?page=1',
      '/publishing?page=2',
      '/publishing?page=2',
    ]);
  });
});
