import { expect, it } from 'vitest';
import { titleLength } from '../../../../client/ui/title-length.ts';

it.each([
  ['Salt Road', undefined],
  ['Two scripts on one sign, and neither is the guest', 'medium'],
  ['x'.repeat(28), 'longest'],
  ['Photogrammetry', 'medium'],
  [`${'a word '.repeat(13)}ends`, 'long'],
  // Lines break between any two of these, and each is as wide as two letters.
  ['我们在等候室的墙上画了一个', undefined],
  ['我们在等候室的墙上画了一个每个人都能看见的数字', 'medium'],
  ['پشاور میں بننے والی فلموں کی کہانی', 'medium'],
])('%s has its step', (title, length) => {
  expect(titleLength(title)).toEqual({ 'data-length': length });
});
