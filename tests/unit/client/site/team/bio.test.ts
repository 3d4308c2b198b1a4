import { describe, expect, test } from 'vitest';
import { bioParts } from '../../../../../client/site/team/bio.ts';

describe('the text about a person', () => {
  test('is whole if it is short', () => {
    const bio = 'Began with a borrowed camera.\nStill has it.';
    expect(bioParts(bio)).toEqual({ shown: bio, rest: '' });
  });

  test('is split at the last end of a sentence that fits', () => {
    const first = 'Draws Latin and Naskh side by side. Walks towards her own signs.';
    const rest = `Measures them with a wheel, ${'and again, '.repeat(8)}and then draws.`;
    expect(bioParts(`${first} ${rest}`)).toEqual({ shown: first, rest });
  });

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

  test('stays whole if there is no place to split it', () => {
    const bio = 'Filmgesellschaft'.repeat(20);
    expect(bioParts(bio)).toEqual({ shown: bio, rest: '' });
  });
});
