import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { secretOf } from '../../../server/content-api/visitors/repository.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { createFormTokens } from '../../../server/forms/form-tokens.ts';

describe('form tokens', () => {
  let clock = Date.parse('2026-11-21T10:00:00Z');
  const tokens = createFormTokens(Buffer.alloc(32, 'a secret'), () => clock);

  it('are good once a person can have filled the form, and for as long as the tab stays open', () => {
    const token = tokens.issue();
    expect(tokens.check(token)).toBe(false);
    clock += limits.formMinSeconds * 1000 - 1;
    expect(tokens.check(token)).toBe(false);
    clock += 1;
    expect(tokens.check(token)).toBe(true);
    clock += 30 * 24 * 60 * 60 * 1000;
    expect(tokens.check(token)).toBe(true);
  });

  it('stay good when the clock is set back', () => {
    const token = tokens.issue();
    clock -= 60 * 60 * 1000;
    expect(tokens.check(token)).toBe(true);
  });

  it('are never the same twice', () => {
    expect(new Set(Array.from({ length: 200 }, () => tokens.issue())).size).toBe(200);
  });

  it('cannot be made or changed by anybody else', () => {
    const token = tokens.issue();
    clock += 60_000;
    const [time = '', nonce = '', signature = ''] = token.split('.');
    const other = createFormTokens(Buffer.alloc(32, 'another'), () => clock - 60_000);
    const older = (Number.parseInt(time, 36) - 1000).toString(36);
    for (const forged of [
      undefined,
      '',
      'x',
      `${time}.${nonce}`,
      `${time}.${nonce}.`,
      `${older}.${nonce}.${signature}`,
      `${time}.AAAAAAAA.${signature}`,
      `${time}.${nonce}.${signature.slice(0, -1)}`,
      `${time}.${nonce}.${'A'.repeat(43)}`,
      `${time}.${nonce}.${signature}x`,
      ` ${token}`,
      `${token}\n`,
      `${'0'.repeat(3)}${token}`,
      other.issue(),
      'x'.repeat(100_000),
    ]) {
      expect(tokens.check(forged), forged).toBe(false);
    }
    expect(tokens.check(token)).toBe(true);
  });
});

describe('the secret', () => {
  it('is made once, of 32 random bytes, also when two ask at the same time', async () => {
    const db = openSqlite(':memory:');
    await migrate(db);
    const [one, two] = await Promise.all([secretOf(db, 'a'), secretOf(db, 'a')]);
    expect(one).toHaveLength(32);
    expect(one.equals(two)).toBe(true);
    expect((await secretOf(db, 'a')).equals(one)).toBe(true);
    expect((await secretOf(db, 'b')).equals(one)).toBe(false);
    await db.destroy();
  });
});
