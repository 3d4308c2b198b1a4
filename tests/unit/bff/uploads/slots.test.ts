import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createSlots } from '../../../../server/bff/uploads/slots.ts';

const response = () => new EventEmitter() as unknown as Response;
const from = (ip: string) => ({ ip }) as Request;

describe('upload slots', () => {
  it('are given back when the response closes, each once', () => {
    const slots = createSlots(2);
    const [one, two, three] = [response(), response(), response()];
    const hold = (res: Response) => slots.hold(from('192.0.2.1'), res, true);
    expect([hold(one), hold(two), hold(three)]).toEqual([true, true, false]);
    one.emit('close');
    one.emit('close');
    expect([hold(three), hold(response())]).toEqual([true, false]);
  });

  it('of eight: one address has three, all visitors six, sessions all', () => {
    const slots = createSlots(8);
    const visitor = (ip: string, res = response()) => slots.hold(from(ip), res);
    const first = response();
    expect([visitor('192.0.2.1', first), visitor('192.0.2.1'), visitor('192.0.2.1')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(visitor('192.0.2.1')).toBe(false);
    expect([visitor('192.0.2.2'), visitor('192.0.2.3'), visitor('192.0.2.4')]).toEqual([true, true, true]);
    expect(visitor('192.0.2.5')).toBe(false);

    const admin = () => slots.hold(from('192.0.2.1'), response(), true);
    expect([admin(), admin(), admin()]).toEqual([true, true, false]);

    first.emit('close');
    expect(visitor('192.0.2.1')).toBe(true);
  });

  it('are free for visitors as well while nobody is signed in or they are few', () => {
    const slots = createSlots(8);
    for (let index = 0; index < 2; index += 1) slots.hold(from('192.0.2.1'), response(), true);
    const got = Array.from({ length: 7 }, (_, index) => slots.hold(from(`198.51.100.${index}`), response()));
    expect(got).toEqual([true, true, true, true, true, true, false]);
  });

  it('an IPv6 household counts as one, whatever addresses it makes up', () => {
    const slots = createSlots(8);
    const hold = (ip: string) => slots.hold(from(ip), response());
    expect([hold('2001:db8:1:2::1'), hold('2001:db8:1:2:9::2'), hold('2001:db8:1:2:ffff::3')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(hold('2001:db8:1:2:a:b:c:d')).toBe(false);
    expect(hold('2001:db8:1:3::1')).toBe(true);
    // An IPv4 address on a dual-stack socket is not grouped like an IPv6 network.
    expect([hold('::ffff:192.0.2.1'), hold('::ffff:192.0.2.2')]).toEqual([true, true]);
  });

  it('of one: nobody is shut out for good', () => {
    const slots = createSlots(1);
    expect(slots.hold(from('192.0.2.1'), response())).toBe(true);
    expect(slots.hold(from('192.0.2.1'), response(), true)).toBe(false);
  });
});
