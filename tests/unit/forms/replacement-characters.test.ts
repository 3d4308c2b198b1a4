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

it.each(['ff', 'c3', 'e282', 'eda080', 'c0af'])(
  'bytes that are no UTF-8 are found by what the decoder put in their place: %s',
  (broken) => {
    const bytes = Buffer.from(`61${broken}62`, 'hex');
    const watch = watchReplacements();
    watch.saw(bytes);
    expect(watch.covers(bytes.toString('utf8'))).toBe(false);
  },
);
