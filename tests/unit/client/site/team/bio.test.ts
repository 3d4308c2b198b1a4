import { describe, expect, test } from 'vitest';
import { bioParts } from '../../../../../client/site/team/bio.ts';

describe('the text about a person', () => {
  test('is split at the end of a line, and after an Urdu full stop', () => {
    const line = 'Keeper of the mop, the keys and the permits';
    const more = 'word '.repeat(30).trim();
    expect(bioParts(`${line}\n${more}`)).toEqual({ shown: line, rest: more });
    const urdu = 'وہ ہر تحریر کو فلم بنانے سے پہلے بلند آواز سے پڑھتی ہیں۔';
    expect(bioParts(`${urdu} ${more}`)).toEqual({ shown: urdu, rest: more });
  });

  test('is split between words if its first sentence is long, and nothing is lost', () => {
    const bio = 'word '.repeat(40).trim();
    const { shown, rest } = bioParts(bio);
    expect(shown.length).toBeLessThanOrEqual(101);
    expect(`${shown.replace(/…$/, '')} ${rest.replace(/^…/, '')}`).toBe(bio);
  });
});
