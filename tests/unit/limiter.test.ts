import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { countsInMemory } from '../../server/database/site/counts.ts';
import { AppError } from '../../server/errors.ts';
import {
  createFormLimiter,
  createLimiter,
  createWindow,
  type Limiter,
  networkOf,
} from '../../server/limiter.ts';

const hour = 60 * 60 * 1000;

function started(options: { maxKeys?: number } = {}) {
  const clock = { now: Date.parse('2026-11-21T10:00:00Z') };
  const limit = createLimiter({
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

describe('the limit of forms', () => {
  it('is one for each mailbox at an address, and a higher one for the address', async () => {
    const { take } = createFormLimiter(countsInMemory(), 'test');
    const sent = (count: number, email: (index: number) => string, address = '192.0.2.1') =>
      Promise.all(
        Array.from({ length: count }, (_, index) => take(address, email(index)).then(Boolean, () => false)),
      ).then((taken) => taken.filter(Boolean).length);
    expect(await sent(limits.formsPerHour + 1, (index) => `A+${index}@x.example`)).toBe(limits.formsPerHour);
    expect(await sent(1, () => 'a@x.example', '192.0.2.2')).toBe(1);
    const rest = limits.formsPerAddressPerHour - limits.formsPerHour;
    expect(await sent(rest + 2, (index) => `${index}@y.example`)).toBe(rest);
  });
});

describe('a limiter', () => {
  it('remembers a bounded number of addresses', async () => {
    const { refusal } = started({ maxKeys: 10 });
    for (let count = 0; count < 3; count += 1) await refusal('192.0.2.1');
    expect(await refusal('192.0.2.1')).toBeDefined();
    for (let last = 1; last <= 10; last += 1) await refusal(`198.51.100.${last}`);
    expect(await refusal('192.0.2.1')).toBeUndefined();
  });
});

describe('a limiter whose wait begins with the last attempt', () => {
  const windowMs = 600_000;
  let time = 1_000_000;
  const limiter = () =>
    createLimiter({ counts: countsInMemory(() => time), kind: 'test', limit: 3, windowMs, from: 'last' });
  async function counted(tries: Limiter, count: number): Promise<number> {
    let taken = 0;
    for (let each = 0; each < count; each += 1) if ((await tries.tryTake('a')).giveBack) taken += 1;
    return taken;
  }

  it('counts to the limit and no further; refused attempts do not prolong the wait', async () => {
    const tries = limiter();
    expect(await counted(tries, 2)).toBe(2);
    time += 599_000;
    expect(await counted(tries, 5)).toBe(1);
    const until = time + windowMs;
    time += 300_000;
    expect(await tries.tryTake('a')).toEqual({ waitMs: until - time });
    time = until - 1;
    expect(await tries.tryTake('a')).toEqual({ waitMs: 1 });
    time = until;
    expect(await counted(tries, 4)).toBe(3);
  });

  it('an attempt that is given back is free once, and does not shorten the wait of the others', async () => {
    const tries = limiter();
    await tries.take('a');
    time += 1_000;
    const last = await tries.take('a');
    for (let each = 0; each < 9; each += 1) await last.giveBack();
    expect(await counted(tries, 4)).toBe(2);
    time += windowMs - 1;
    expect(await counted(tries, 1)).toBe(0);
  });
});

it('a limiter of two rules holds both, and says the longer wait', async () => {
  let time = 1_000_000;
  const counts = countsInMemory(() => time);
  const rules = { limit: 4, windowMs: 24 * hour, also: { limit: 3, windowMs: hour } };
  const limiter = createLimiter({ counts, kind: 'test', ...rules });
  for (let each = 0; each < 3; each += 1) await limiter.take('a');
  expect(await limiter.tryTake('a')).toEqual({ waitMs: hour });
  time += hour;
  await limiter.take('a');
  expect(await limiter.tryTake('a')).toEqual({ waitMs: 23 * hour });
});

it('what limits count an address by is the /64 of IPv6, the address of IPv4, and what is no address as it is', () => {
  expect(networkOf('2001:db8:1:2::1')).toBe(networkOf('2001:db8:1:2:ffff::9'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  const spelled: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['0:0:0:0:0:FFFF:C000:201', '192.0.2.1'],
    ['2001:DB8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:db8::2:3:4:5', '2001:db8::/64'],
    ['2001::1:2:3:4:5', '2001:0:0:1::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['gone', 'gone'],
  ];
  for (const [address, network] of spelled) expect(networkOf(address)).toBe(network);
});

it('a window says when there are fewer than so many, and keeps nobody waiting for a clock that was set back', () => {
  let time = 0;
  const made = createWindow(4, 60_000, () => time);
  for (time = 0; time < 4_000; time += 1_000) made.count();
  expect([made.waitMs(4), made.waitMs(2)]).toEqual([56_000, 58_000]);
  time = 62_000;
  expect([made.waitMs(), made.waitMs(2), made.waitMs(1)]).toEqual([0, 0, 1_000]);
  time = -1_000_000;
  expect(made.waitMs(1)).toBe(0);
});
