import type { ComponentProps } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Pagination } from '../../../../client/ui/Pagination.tsx';

describe('the pagination', () => {
  const markup = (current: number, last: number, more?: Partial<ComponentProps<typeof Pagination>>) =>
    renderToStaticMarkup(<Pagination current={current} last={last} onChange={() => {}} {...more} />);

  it.each([
    [7, 12, undefined, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
    [1, 40, 5, [1, 2, 3, 4, 5]],
    [3, 40, 5, [1, 2, 3, 4, 5]],
    [4, 40, 5, [2, 3, 4, 5, 6]],
    [39, 40, 5, [36, 37, 38, 39, 40]],
    [40, 40, 5, [36, 37, 38, 39, 40]],
    [2, 3, 5, [1, 2, 3]],
    [1, 1, 5, []],
    [1, 0, 5, []],
  ])(
    'has around page %i of %i, with a window of %s, the pages %j (docs/product.md §9)',
    (current, last, window, pages) => {
      const shown = markup(current, last, window ? { window } : {}).matchAll(/aria-label="Page (\d+)"/g);
      expect([...shown].map(([, page]) => Number(page))).toEqual(pages);
    },
  );

  it('is a landmark with a button for every page and the current one marked', () => {
    const html = markup(2, 12);
    expect(html).toMatch(/^<nav[^>]*aria-label="Pages"/);
    expect(html.match(/aria-current="page"/g)).toHaveLength(1);
    expect(html).toMatch(/aria-label="Page 2" aria-current="page"/);
  });

  it('ends at the ends', () => {
    expect(markup(1, 3)).toMatch(/aria-label="Previous page"[^>]*disabled/);
    expect(markup(1, 3)).not.toMatch(/aria-label="Next page"[^>]*disabled/);
    expect(markup(3, 3)).toMatch(/aria-label="Next page"[^>]*disabled/);
  });

  it('gives addresses to pages that have one, and none past the ends', () => {
    const html = markup(1, 2, { hrefFor: (page) => `/publishing?page=${page}` });
    expect([...html.matchAll(/href="([^"]*)"/g)].map((found) => found[1])).toEqual([
      '/publishing?page=1',
      '/publishing?page=2',
      '/publishing?page=2',
    ]);
  });
});
