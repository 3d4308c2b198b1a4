import { describe, expect, test } from 'vitest';
import { bioParts } from '../../../../../client/site/team/bio.ts';

describe('the text about a person', () => {
  test('is split between words if its first sentence is long, and nothing is lost', () => {
    const bio = 'word '.repeat(40).trim();
    const { shown, rest } = bioParts(bio);
    expect(shown.length).toBeLessThanOrEqual(101);
    expect(`${shown.replace(/…$/, '')} ${rest.replace(/^…/, '')}`).toBe(bio);
  });
});
