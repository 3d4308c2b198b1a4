import { beforeEach, expect, it } from 'vitest';
import { accountOf } from '../../../../../server/bff/session/devices.ts';
import {
  createLoginThrottle,
  type LoginThrottle,
} from '../../../../../server/bff/session/sign-in/sign-in.ts';
import { countsInMemory } from '../../../../../server/database/site/counts.ts';

let throttle: LoginThrottle;
let last: number;
beforeEach(() => {
  throttle = createLoginThrottle({ known: async () => undefined, counts: countsInMemory() });
  last = 0;
});

const guess = (email: string, ip = `192.0.2.${++last}`) => throttle({ ip, cookies: {} }, accountOf(email));
const refused = expect.objectContaining({ status: 429 });
/** Makes wrong tries, which are never given back, each for another account. */
const fiveFrom = async (...addresses: string[]) => {
  for (let at = 0; at < 5; at += 1) await guess(`${++last}@studio.example`, addresses[at % addresses.length]);
};

it('a blocked address cannot use up the tries of an account', async () => {
  await fiveFrom('192.0.2.77');
  for (let count = 0; count < 20; count += 1)
    await expect(guess('victim@studio.example', '192.0.2.77')).rejects.toEqual(refused);
  for (let count = 0; count < 5; count += 1) await guess('victim@studio.example');
});

it.each([
  [['2001:db8:1:1::1', '2001:db8:1:1::2'], '2001:db8:1:1:9::9', '2001:db8:1:2::1'],
  [['::ffff:192.0.2.50'], '192.0.2.50', '::ffff:192.0.2.51'],
])('counts %j and %s as one address, not %s', async (addresses, same, other) => {
  await fiveFrom(...addresses);
  await expect(guess('x@studio.example', same)).rejects.toEqual(refused);
  await guess('x@studio.example', other);
});

it.each([
  'Admin@Studio.Example',
  'ａdmin@studio.example',
  'ádmin@studio.example',
  'ad\u200bmin@studio.example',
  ' admin@studio.example',
])('takes %j for the same account, as hosts do', async (spelling) => {
  for (let count = 0; count < 4; count += 1) await guess('admin@studio.example');
  await guess(spelling);
  await expect(guess('admin@studio.example')).rejects.toEqual(refused);
});
