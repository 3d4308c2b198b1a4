import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Pagination } from '../../../../client/ui/Pagination.tsx';

it.each([
  [7, 12, undefined, '1 2 3 4 5 6 7 8 9 10 11 12'],
  [3, 40, 5, '1 2 3 4 5'],
  [4, 40, 5, '2 3 4 5 6'],
  [40, 40, 5, '36 37 38 39 40'],
  [2, 3, 5, '1 2 3'],
  [1, 1, 5, ''],
])(
  'around page %i of %i, with a window of %s, stand the pages %s (docs/product.md §9)',
  (current, last, window, pages) => {
    const html = renderToStaticMarkup(
      <Pagination current={current} last={last} onChange={() => {}} window={window} />,
    );
    expect([...html.matchAll(/aria-label="Page (\d+)"/g)].map(([, page]) => page).join(' ')).toBe(pages);
  },
);
