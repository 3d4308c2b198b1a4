import { expect, it } from 'vitest';
import { insertAccount } from '../../../../server/content-api/auth/accounts.ts';
import {
  createSecrets,
  isTicketOf,
  makeRecoveryCodes,
  spendRecoveryCode,
  stepOfCode,
  ticketLifeMs,
} from '../../../../server/content-api/auth/second-step/handlers.ts';
import { emptyDatabase } from '../../../support/engine/in-memory.ts';

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
let time = Date.UTC(2026, 0, 1);
const secretsOf = (...keys: Buffer[]) => createSecrets(keys, () => time);
const owner = { id: 3, password_hash: 'hash' };

it('the key of an app opens for its account alone, whole, and after a rotation', () => {
  const secrets = secretsOf(one);
  const sealed = secrets.sealKey(7, 'SECRET');
  expect(secrets.sealKey(7, 'SECRET')).not.toBe(sealed);
  expect([7, 8].map((id) => secretsOf(two, one).openKey(id, sealed))).toEqual(['SECRET', undefined]);
  for (const cut of [sealed.slice(0, -4), '']) expect(secrets.openKey(7, cut)).toBeUndefined();
  expect(secretsOf(two).openKey(7, sealed)).toBeUndefined();
  // Sealed by the release before.
  expect(secrets.openKey(7, '0Owob6WnmVujscLva9lWD7F2zwES_NFlZG5LvhRRcfavog')).toBe('SECRET');
});

it('a ticket is read by its kind, with the secret, for its account and password, for five minutes', () => {
  const secrets = secretsOf(one);
  const text = secrets.issue('password', owner);
  expect(Buffer.from(text, 'base64url').toString()).not.toContain('admin');
  expect(secrets.read('challenge', text)).toBeUndefined();
  expect(secretsOf(two).read('password', text)).toBeUndefined();
  const ticket = secretsOf(two, one).read('password', text) ?? expect.fail('not read');
  for (const [change, isTheirs] of [
    [{}, true],
    [{ id: 4 }, false],
    [{ password_hash: 'new' }, false],
  ] as const)
    expect(isTicketOf(ticket, { ...owner, ...change })).toBe(isTheirs);
  const changed = text.replace(/.(?=.{30}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
  expect(secrets.read('password', changed)).toBeUndefined();
  time += ticketLifeMs - 1;
  expect(secrets.read('password', text)).toBeDefined();
  time += 1;
  expect(secrets.read('password', text)).toBeUndefined();
});

it('a code of an app is of RFC 6238: the vector of 2^31 seconds', () => {
  // Appendix B, SHA-1: T = 1111111109 gives 07081804, of which apps show the last six digits.
  expect(stepOfCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', '081804', 1_111_111_109_000)).toBe(37_037_036);
});

it('an account has ten codes of 79 bits, and keeps none', async () => {
  const db = await emptyDatabase();
  const id = Number(await insertAccount(db, { email: 'a@b', name: 'A', password_hash: 'x' }));
  const codes = await makeRecoveryCodes(db, id);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/);
  const [code = ''] = codes;
  expect(JSON.stringify(await db.selectFrom('recovery_codes').selectAll().execute())).not.toContain(
    code.slice(0, 4),
  );
  const spelt = code.toUpperCase().replaceAll('-', ' ');
  expect(await spendRecoveryCode(db, id, spelt)).toBeDefined();
  expect(await spendRecoveryCode(db, id, code)).toBeUndefined();
  await db.destroy();
});
