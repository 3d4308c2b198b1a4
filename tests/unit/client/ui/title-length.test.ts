import { expect, it } from 'vitest';
import { titleLength } from '../../../../client/ui/title-length.ts';

it.each([
  ['Salt Road', undefined, undefined],
  ['Two scripts on one sign, and neither is the guest', 'medium', undefined],
  ['x'.repeat(28), undefined, 'longest'],
  ['Photogrammetry', undefined, 'medium'],
  ['Photogrammetry-led', undefined, 'medium'],
  [`${'a word '.repeat(13)}ends`, 'long', undefined],
  [`${'a word '.repeat(36)}end`, 'longest', undefined],
  // Lines break between any two of these, and each is as wide as two letters.
  ['我们在等候室的墙上画了一个', undefined, undefined],
  ['我们在等候室的墙上画了一个每个人都能看见的数字', 'medium', undefined],
  ['🥖 🌅', undefined, undefined],
  ['پشاور میں بننے والی فلموں کی کہانی', 'medium', undefined],
])('%s has its step', (title, length, word) => {
  expect(titleLength(title)).toEqual({ 'data-length': length, 'data-word': word });
});
