import { describe, expect, it } from 'vitest';
import { countsInMemory } from '../../../server/database/site/counts.ts';
import { AppError } from '../../../server/errors.ts';
import { createRateLimit, networkOf } from '../../../server/forms/rate-limit.ts';

const hour = 60 * 60 * 1000;

function started(options: { maxAddresses?: number } = {}) {
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
  const limit = createRateLimit({
    counts: countsInMemory(() => clock.now),
    kind: 'test',
    limit: 3,
    windowMs: hour,
    code: 'form.tooOften',
    ...options,
  });
  const refusal = async (address: string): Promise<AppError | undefined> => {
    try {
      await limit.take(address);
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  };
  return { clock, limit, refusal };
}

describe('the rate limit', () => {
  it('lets so many pass, and says when the next one may', async () => {
    const { clock, limit, refusal } = started();
    for (let count = 0; count < 3; count += 1) {
      expect(await refusal('192.0.2.1')).toBeUndefined();
      clock.now += 60_000;
    }
    const refused = await refusal('192.0.2.1');
    expect(refused).toMatchObject({ status: 429, code: 'form.tooOften', headers: { 'Retry-After': '3420' } });
    expect(refused?.message).toContain('57 min ');
    await expect(limit.assertFree('192.0.2.1')).rejects.toThrow(refused?.message);
    await limit.assertFree('192.0.2.2');
  });

  it('holds within any hour: each place comes back when its own hour is over', async () => {
    const { clock, refusal } = started();
    await refusal('192.0.2.1');
    clock.now += hour - 1000;
    expect([await refusal('192.0.2.1'), await refusal('192.0.2.1')]).toEqual([undefined, undefined]);
    expect((await refusal('192.0.2.1'))?.headers).toEqual({ 'Retry-After': '1' });
    clock.now += 1000;
    expect(await refusal('192.0.2.1')).toBeUndefined();
    expect(await refusal('192.0.2.1')).toBeDefined();
  });

  it('counts neither a look nor what was given back', async () => {
    const { limit, refusal } = started();
    for (let count = 0; count < 10; count += 1) {
      await limit.assertFree('192.0.2.1');
      const taken = await limit.take('192.0.2.1');
      await taken.giveBack();
      await taken.giveBack();
    }
    expect(await refusal('192.0.2.1')).toBeUndefined();
  });

  it('counts an IPv6 network as one, and an IPv4 address the same in both spellings', async () => {
    const { refusal } = started();
    for (const end of ['::1', '::2', ':ffff::3']) expect(await refusal(`2001:db8:1:1${end}`)).toBeUndefined();
    expect(await refusal('2001:db8:1:1:7::9')).toBeDefined();
    expect(await refusal('2001:db8:1:2::9')).toBeUndefined();
    for (const each of ['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.7'])
      expect(await refusal(each)).toBeUndefined();
    expect(await refusal('::ffff:192.0.2.7')).toBeDefined();
  });

  it('remembers a bounded number of addresses', async () => {
    const { refusal } = started({ maxAddresses: 10 });
    for (let count = 0; count < 3; count += 1) await refusal('192.0.2.1');
    expect(await refusal('192.0.2.1')).toBeDefined();
    for (let last = 1; last <= 10; last += 1) await refusal(`198.51.100.${last}`);
    expect(await refusal('192.0.2.1')).toBeUndefined();
  });
});

it('what limits count an address by is the /64 of IPv6, the address of IPv4, and what is no address as it is', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::9'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(['192.0.2.1', '::ffff:192.0.2.1', 'gone'].map(networkOf)).toEqual([
    '192.0.2.1',
    '192.0.2.1',
    'gone',
  ]);
});
