import { sealData } from 'iron-session';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSeal as sealOf } from '../../../../server/bff/session/seal.ts';
import { sessionContent } from '../../../../server/bff/session/session.ts';

const hour = 3_600_000;
const oldPassword = 'old'.padEnd(43, 'x');
const newPassword = 'new'.padEnd(43, 'x');
const session = { id: 'one', token: 'tok', user: { email: 'a@studio.example' }, issuedAt: 1, renewedAt: 2 };

afterEach(() => vi.useRealTimers());

const createSeal = (passwords: string[]) => sealOf(passwords, sessionContent);

describe('createSeal', () => {
  it('opens old cookies after a rotation and seals new ones with the new secret only', async () => {
    const before = await createSeal([oldPassword]).close(session, hour);
    const rotated = createSeal([newPassword, oldPassword]);
    expect(await rotated.open(before)).toEqual(session);
    const after = await rotated.close(session, hour);
    expect(await createSeal([newPassword]).open(after)).toEqual(session);
    expect(await createSeal([oldPassword]).open(after)).toBeUndefined();
    expect(await createSeal([newPassword]).open(before)).toBeUndefined();
  });

  it('opens nothing cut, doubled, or put together from two good seals', async () => {
    const seal = createSeal([newPassword]);
    const sealed = await seal.close(session, hour);
    const other = await seal.close({ ...session, id: 'two' }, hour);
    for (let length = 0; length < sealed.length - 2; length += 7) {
      expect(await seal.open(sealed.slice(0, length))).toBeUndefined();
    }
    expect(await seal.open(sealed + sealed)).toBeUndefined();
    const parts = sealed.split('*');
    const otherParts = other.split('*');
    for (let at = 2; at < parts.length; at += 1) {
      if (parts[at] === otherParts[at]) continue;
      const mixed = parts.with(at, otherParts[at] ?? '').join('*');
      expect(await seal.open(mixed), `part ${at}`).toBeUndefined();
    }
  });

  it('opens no good seal with something else in it', async () => {
    const seal = createSeal([newPassword]);
    for (const data of ['text', { ...session, token: '' }, { ...session, issuedAt: '1' }]) {
      expect(await seal.open(await sealData(data, { password: newPassword }))).toBeUndefined();
    }
  });

  it('does not open after the life it was given, as a second line behind our own dates', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const seal = createSeal([newPassword]);
    const sealed = await seal.close(session, hour);
    // The library tolerates a difference of one minute between clocks.
    vi.setSystemTime(Date.now() + hour - 1_000);
    expect(await seal.open(sealed)).toEqual(session);
    vi.setSystemTime(Date.now() + 62_000);
    expect(await seal.open(sealed)).toBeUndefined();
  });
});
