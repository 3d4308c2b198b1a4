import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Menu } from '../../../../client/ui/Menu.tsx';
import { findLabel } from '../../../../client/ui/use-typeahead.ts';

describe('the button of a menu', () => {
  it('says that it opens one, and that it is closed; its items are not there yet', () => {
    const html = renderToStaticMarkup(
      <Menu label="Actions for Reel" items={[{ label: 'Edit', onSelect: () => {} }]} />,
    );
    expect(html).toMatch(/aria-label="Actions for Reel"/);
    expect(html).toContain('aria-haspopup="menu"');
    expect(html).toContain('aria-expanded="false"');
    expect(html).not.toContain('Edit');
  });
});

describe('finding an item by its letters', () => {
  const labels = ['Edit', 'Duplicate', 'Delete', 'Download'];

  it.each([
    ['d', 0, 1],
    ['d', 1, 2],
    ['d', 3, 1],
    ['dd', 1, 2],
    ['de', 1, 2],
    ['de', 2, 2],
    ['do', 2, 3],
    ['e', 0, 0],
    ['x', 0, undefined],
    ['d', -1, 1],
  ])('"%s" from item %i leads to %s', (text, from, found) => {
    expect(findLabel(labels, text, from)).toBe(found);
  });
});
