import fc from 'fast-check';
import { expect, it } from 'vitest';
import { watchReplacements } from '../../../server/forms/replacement-characters.ts';

it('replacement characters that the sender wrote are known, however the body is cut', () => {
  const pieces = fc.array(fc.constantFrom('\uFFFD', 'a', '\uFFFD\uFFFD', 'ï¿½', '\uFFFC', '€'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(pieces, fc.array(fc.integer({ min: 1, max: 4 })), (texts, cuts) => {
      const watch = watchReplacements();
      const bytes = Buffer.from(texts.join(''));
      for (let at = 0, next = 0; at < bytes.length; at += cuts[next] ?? 4, next += 1)
        watch.saw(bytes.subarray(at, at + (cuts[next] ?? 4)));
      expect([watch.covers(texts.join('')), watch.covers('\uFFFD')]).toEqual([true, false]);
    }),
  );
});
