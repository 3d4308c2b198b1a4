import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecondStepKeys } from '../../../../server/content-api/auth/second-step/keys.ts';
import {
  makeRecoveryCodes,
  recoveryCodeHash,
} from '../../../../server/content-api/auth/second-step/recovery-codes.ts';
import {
  createTickets,
  passwordMark,
  ticketLifeMs,
} from '../../../../server/content-api/auth/second-step/tickets.ts';
import { stepOfCode } from '../../../../server/content-api/auth/second-step/totp.ts';

const [one, two] = [randomBytes(32), randomBytes(32)];

describe('a sealed key', () => {
  const keys = createSecondStepKeys([one]);
  const sealed = keys.seal(7, 'SECRET');

  it('opens for its account alone, whole', () => {
    expect(sealed).not.toContain('SECRET');
    expect(keys.seal(7, 'SECRET')).not.toBe(sealed);
    expect(keys.open(7, sealed)).toEqual({ text: 'SECRET', isOld: false });
    expect(keys.open(8, sealed)).toBeUndefined();
    expect(keys.open(7, sealed.slice(0, -4))).toBeUndefined();
    expect(keys.open(7, '')).toBeUndefined();
  });

  it('opens after a rotation, as old, and not with another secret', () => {
    expect(createSecondStepKeys([two, one]).open(7, sealed)).toEqual({ text: 'SECRET', isOld: true });
    expect(createSecondStepKeys([two]).open(7, sealed)).toBeUndefined();
  });
});

describe('a ticket', () => {
  let time = Date.UTC(2026, 0, 1);
  const tickets = createTickets(createSecondStepKeys([one]), () => time);

  it('is read by its kind, and by whoever has the secret', () => {
    const text = tickets.issue('password', 3, passwordMark('hash'));
    expect(tickets.read('password', text)).toMatchObject({ admin: 3, of: passwordMark('hash') });
    expect(tickets.read('challenge', text)).toBeUndefined();
    const other = createTickets(createSecondStepKeys([two]), () => time);
    expect(other.read('password', text)).toBeUndefined();
    const rotated = createTickets(createSecondStepKeys([two, one]), () => time);
    expect(rotated.read('password', text)).toBeDefined();
  });

  it('is over after five minutes', () => {
    const text = tickets.issue('challenge', 0);
    time += ticketLifeMs - 1;
    expect(tickets.read('challenge', text)).toBeDefined();
    time += 1;
    expect(tickets.read('challenge', text)).toBeUndefined();
  });

  it('is nothing when a letter of it is another', () => {
    const text = tickets.issue('password', 3);
    const changed = Buffer.from(
      Buffer.from(text.split('.')[0] ?? '', 'base64url')
        .toString()
        .replace('"admin":3', '"admin":4'),
    ).toString('base64url');
    expect(tickets.read('password', `${changed}.${text.split('.')[1]}`)).toBeUndefined();
  });
});

describe('a code of an app', () => {
  it('is of RFC 6238: the vector of 2^31 seconds', () => {
    // Appendix B, SHA-1: T = 1111111109 gives 07081804, of which apps show the last six digits.
    expect(stepOfCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', '081804', 1_111_111_109_000)).toBe(37_037_036);
  });
});

describe('an account', () => {
  it('has ten codes of 79 bits, and keeps none', () => {
    const codes = makeRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
    const [code = ''] = codes;
    expect(recoveryCodeHash(1, code)).not.toContain(code.slice(0, 4));
    expect(recoveryCodeHash(1, code.toUpperCase().replaceAll('-', ' '))).toBe(recoveryCodeHash(1, code));
    expect(recoveryCodeHash(2, code)).not.toBe(recoveryCodeHash(1, code));
  });
});
