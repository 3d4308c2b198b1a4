import { describe, expect, it } from 'vitest';
import { createSealer } from '../../../server/process/sealed.ts';

const key = (byte: number) => Buffer.alloc(32, byte);

describe('what is sealed', () => {
  it('opens again, in its place and unchanged, and shows nothing', () => {
    const sealer = createSealer([key(1)]);
    const plain = Buffer.from('گلالئی'.repeat(1_000));
    const sealed = sealer.seal(plain, 'head one');
    expect(sealed.includes('گلالئی')).toBe(false);
    expect(sealer.open(sealed, 'head one')?.equals(plain)).toBe(true);
    expect(sealer.open(sealed, 'head two')).toBeUndefined();
    for (const at of [0, 13, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(sealer.open(changed, 'head one')).toBeUndefined();
    }
    for (const length of [0, 5, 27, sealed.length - 1]) {
      expect(sealer.open(sealed.subarray(0, length), 'head one')).toBeUndefined();
    }
  });

  it('is sealed by the first key and opens by any', () => {
    const old = createSealer([key(1)]).seal(Buffer.from('then'), 'x');
    const rotated = createSealer([key(2), key(1)]);
    expect(rotated.open(old, 'x')?.toString()).toBe('then');
    const now = rotated.seal(Buffer.from('now'), 'x');
    expect(createSealer([key(1)]).open(now, 'x')).toBeUndefined();
    expect(
      createSealer([key(2)])
        .open(now, 'x')
        ?.toString(),
    ).toBe('now');
  });

  it('is never the same twice', () => {
    const sealer = createSealer([key(1)]);
    expect(sealer.seal(Buffer.from('a'), 'x').equals(sealer.seal(Buffer.from('a'), 'x'))).toBe(false);
  });
});
