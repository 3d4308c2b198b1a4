import { TOTP } from 'otpauth';
import type { Engine } from '../../../support/engines.ts';
import { passkeyDevice } from '../../../support/passkey-device.ts';
import { runSql } from '../../../support/run-sql.ts';

/** Passkeys need a PUBLIC_URL; no server has to listen there. */
export const passkeySite = { PUBLIC_URL: 'http://localhost:8080' };
export const passkeyOrigin = passkeySite.PUBLIC_URL;

/** Returns the code of a key, this number of 30 s steps from now. */
export function codeOf(key: string, steps = 0): string {
  return new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * 30_000 });
}

export const said = ({ credentials }: Engine) => ({ current_password: credentials.password });

/** Removes all second-step factors from the account. */
export async function dropFactors(engine: Engine): Promise<void> {
  await runSql(engine, 'delete from passkeys');
  await runSql(engine, 'delete from totp_keys');
  await runSql(engine, 'delete from recovery_codes');
}

/** Adds an authenticator app to the account of the credentials. */
export async function addTotp(engine: Engine): Promise<{ key: string; codes: string[] }> {
  await dropFactors(engine);
  const { key } = await engine.admin.read('startTotp', said(engine));
  const { recovery_codes: codes } = await engine.admin.read('confirmTotp', { code: codeOf(key) });
  // Marks the code as unused, so that a test may use the current code again. (The previous code could be too old when
  // it arrives.)
  await runSql(engine, 'update totp_keys set last_step = 0');
  return { key, codes };
}

export async function addPasskey(engine: Engine, device = passkeyDevice(passkeyOrigin)) {
  const passkey = device.create(await engine.admin.read('startPasskey', said(engine)));
  await engine.admin.read('addPasskey', { name: 'My phone', passkey });
  return { device };
}
