import { beforeEach, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { countsInMemory } from '../../../../server/database/site/counts.ts';
import {
  createFormLimiter,
  createLimiter,
  type Limiter,
  networkOf,
} from '../../../../server/database/site/limiter.ts';

const minute = 60_000;
const hour = 60 * minute;
let now: number;
beforeEach(() => {
  now = Date.parse('2026-11-21T10:00:00Z');
});

const started = (more: object = {}) =>
  createLimiter({
    counts: countsInMemory(() => now),
    kind: 'test',
    limit: 3,
    windowMs: hour,
    code: 'form.tooOften',
    ...more,
  });
const first = '192.0.2.1';
/** Tries so many times; returns how many passed. */
async function passed(tries: Limiter, count: number, address = first) {
  let taken = 0;
  for (let each = 0; each < count; each += 1) if ((await tries.tryTake(address)).giveBack) taken += 1;
  return taken;
}

it('forms have one limit for each mailbox at an address, and a higher one for the address', async () => {
  const { take } = createFormLimiter(countsInMemory(), 'test');
  const sent = async (count: number, email: (index: number) => string, address = first) => {
    const all = Array.from({ length: count }, (_, index) =>
      take(address, email(index)).then(Boolean, () => false),
    );
    return (await Promise.all(all)).filter(Boolean).length;
  };
  expect(await sent(limits.formsPerHour + 1, (index) => `A+${index}@x.example`)).toBe(limits.formsPerHour);
  expect(await sent(1, () => 'a@x.example', '192.0.2.2')).toBe(1);
  const rest = limits.formsPerAddressPerHour - limits.formsPerHour;
  expect(await sent(rest + 2, (index) => `${index}@y.example`)).toBe(rest);
});

it('a limiter lets so many pass within any hour, and says when the next one may; each place comes back by itself', async () => {
  const limit = started();
  expect(await passed(limit, 1)).toBe(1);
  now += hour - minute;
  expect(await passed(limit, 3)).toBe(2);
  const refused = { status: 429, code: 'form.tooOften', headers: { 'Retry-After': '60' } };
  await expect(limit.take(first)).rejects.toMatchObject(refused);
  await expect(limit.assertFree(first)).rejects.toMatchObject(refused);
  await limit.assertFree('192.0.2.2');
  now += minute;
  expect(await passed(limit, 3)).toBe(1);
});

it('a wait that begins with the last attempt is not prolonged by refused ones; an attempt given back is free once, and a reset begins anew', async () => {
  const tries = started({ from: 'last' });
  expect(await passed(tries, 2)).toBe(2);
  now += hour - minute;
  const last = await tries.take(first);
  for (let each = 0; each < 9; each += 1) await last.giveBack();
  expect(await passed(tries, 5)).toBe(1);
  now += minute;
  expect(await tries.tryTake(first)).toEqual({ waitMs: hour - minute });
  await tries.forget(first);
  expect(await passed(tries, 4)).toBe(3);
});

it.each([
  [first, first],
  ['::ffff:192.0.2.1', first],
  ['0:0:0:0:0:FFFF:C000:201', first],
  ['2001:DB8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::2:3:4:5', '2001:db8::/64'],
  ['2001::1:2:3:4:5', '2001:0:0:1::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['gone', 'gone'],
])('%s is counted as %s', async (address, network) => {
  expect(networkOf(address)).toBe(network);
  const limit = started();
  expect([await passed(limit, 3, network.replace('/64', '1')), await passed(limit, 1, address)]).toEqual([
    3, 0,
  ]);
});
