import { describe, expect, it } from 'vitest';
import { findLabel } from '../../../../client/ui/find-label.ts';

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
