import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { watchReplacements } from '../../../server/forms/replacement-characters.ts';

describe('replacement characters', () => {
  it('covers those that the sender wrote, however the body is cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('\uFFFD', 'a', '\uFFFD\uFFFD', 'ï¿½', '\uFFFC', '€'), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 30, maxLength: 30 }),
        (pieces, cuts) => {
          const text = pieces.join('');
          const watch = watchReplacements();
          const bytes = Buffer.from(text);
          let at = 0;
          for (const cut of [...cuts, bytes.length]) {
            watch.saw(bytes.subarray(at, at + cut));
            at += cut;
          }
          expect(watch.covers(text)).toBe(true);
          expect(watch.covers('\uFFFD')).toBe(false);
        },
      ),
    );
  });

  it('finds bytes that are no UTF-8 by what the decoder put in their place', () => {
    for (const broken of ['ff', 'c3', 'e282', 'eda080', 'c0af']) {
      const bytes = Buffer.from(`61${broken}62`, 'hex');
      const watch = watchReplacements();
      watch.saw(bytes);
      expect(watch.covers(bytes.toString('utf8')), broken).toBe(false);
    }
  });
});
