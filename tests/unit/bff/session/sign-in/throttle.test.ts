import type { Request, Response } from 'express';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createLoginThrottle,
  type LoginThrottle,
} from '../../../../../server/bff/session/sign-in/throttle.ts';
import { countsInMemory } from '../../../../../server/database/site/counts.ts';
import { AppError } from '../../../../../server/errors.ts';
import { callResponse } from '../response.ts';

let time: number;
let throttle: LoginThrottle;
let addresses: number;
let knownDevice: string | undefined;

beforeEach(() => {
  time = Date.now();
  knownDevice = undefined;
  throttle = createLoginThrottle({
    devices: { known: async () => knownDevice },
    counts: countsInMemory(() => time),
  });
  addresses = 0;
});

const request = (email: string, ip: string) => ({ ip, body: { email, password: 'guess' } }) as Request;
const newAddress = () => `192.0.2.${++addresses}`;

/** Passes the request through the middlewares; returns the refusal, if any. */
async function pass(req: Request): Promise<AppError | undefined> {
  try {
    await new Promise<void>((resolve, reject) => {
      Promise.resolve(throttle.pass(req, callResponse() as Response, resolve as () => void)).catch(reject);
    });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Makes `count` wrong tries, which are never given back. */
async function guess(count: number, email: () => string, ip: () => string): Promise<void> {
  for (let index = 0; index < count; index += 1) expect(await pass(request(email(), ip()))).toBeUndefined();
}

describe('createLoginThrottle', () => {
  it('a blocked address cannot use up the tries of an account', async () => {
    let account = 0;
    await guess(
      5,
      () => `${++account}@studio.example`,
      () => '192.0.2.77',
    );
    for (let count = 0; count < 20; count += 1) await pass(request('victim@studio.example', '192.0.2.77'));
    await guess(5, () => 'victim@studio.example', newAddress);
  });

  it('counts all addresses of an IPv6 network as one, and IPv4 in IPv6 clothes as IPv4', async () => {
    let account = 0;
    let host = 0;
    await guess(
      5,
      () => `${++account}@studio.example`,
      () => `2001:db8:1:1::${(++host).toString(16)}`,
    );
    expect(await pass(request('x@studio.example', '2001:db8:1:1:9::9'))).toMatchObject({ status: 429 });
    expect(await pass(request('x@studio.example', '2001:db8:1:2::1'))).toBeUndefined();
    await guess(
      5,
      () => `${++account}@studio.example`,
      () => '::ffff:192.0.2.50',
    );
    expect(await pass(request('y@studio.example', '192.0.2.50'))).toMatchObject({ status: 429 });
    expect(await pass(request('y@studio.example', '::ffff:192.0.2.51'))).toBeUndefined();
  });

  it.each([
    ['case', 'Admin@Studio.Example'],
    ['full-width letters', 'ａdmin@studio.example'],
    ['accents', 'ádmin@studio.example'],
    ['an invisible character', 'ad\u200bmin@studio.example'],
    ['spaces', ' admin@studio.example'],
  ])('takes an email that differs in %s for the same account, as hosts do', async (_what, spelling) => {
    await guess(4, () => 'admin@studio.example', newAddress);
    await guess(1, () => spelling, newAddress);
    expect(await pass(request('admin@studio.example', newAddress()))).toMatchObject({ status: 429 });
  });
});
