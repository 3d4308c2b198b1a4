import { describe, expect, it } from 'vitest';
import { findLabel } from '../../../../client/ui/find-label.ts';

describe('finding an item by its letters', () => {
  const labels = ['Edit', 'Duplicate', 'Delete', 'Download'];

  it.each([
    ['d', 1, 2],
    ['d', 3, 1],
    ['de', 1, 2],
    ['x', 0, undefined],
    ['d', -1, 1],
  ])('"%s" from item %i leads to %s', (text, from, found) => {
    expect(findLabel(labels, text, from)).toBe(found);
  });
});
