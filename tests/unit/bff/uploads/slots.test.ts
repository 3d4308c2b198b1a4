import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createSlots } from '../../../../server/bff/uploads/slots.ts';

const response = () => new EventEmitter() as unknown as Response;
const from = (ip: string) => ({ ip }) as Request;

describe('upload slots', () => {
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
});
