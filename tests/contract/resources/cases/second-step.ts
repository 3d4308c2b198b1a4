import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { callPath } from '#shared/contract/call-path.ts';
import type { secondStepRows } from '#shared/contract/desk/second-step.ts';
import { type CallName, contract } from '#shared/contract/index.ts';
import type { Id } from '#shared/id.ts';
import type { AccountSecurity } from '#shared/schemas/second-step.ts';
import type { Engine } from '../../../support/engines.ts';
import { passkeyDevice } from '../../../support/passkey-device.ts';
import { runSql } from '../../../support/run-sql.ts';
import type { Agent } from '../../../support/sign-in.ts';
import type { GoodCalls } from './good-call.ts';

/** Passkeys need a PUBLIC_URL; no server has to listen there. */
export const passkeySite = { PUBLIC_URL: 'http://localhost:8080' };
export const passkeyOrigin = passkeySite.PUBLIC_URL;

export function post(agent: Agent, name: CallName, json: object = {}, id: Id = 0) {
  return agent.post(callPath(contract[name], { id })).send(json);
}

/** Returns the code of a key, this number of 30 s steps from now. */
export function codeOf(key: string, steps = 0): string {
  return new TOTP({ secret: key }).generate({ timestamp: Date.now() + steps * 30_000 });
}

const said = ({ credentials }: Engine) => ({ current_password: credentials.password });

/** Removes all second-step factors from the account. */
export async function dropFactors(engine: Engine): Promise<void> {
  await runSql(engine, 'delete from passkeys');
  await runSql(engine, 'delete from totp_keys');
  await runSql(engine, 'delete from recovery_codes');
}

/** Adds an authenticator app to the account of the credentials. */
export async function addTotp(engine: Engine): Promise<{ key: string; codes: string[] }> {
  await dropFactors(engine);
  const { body: start } = await post(engine.admin, 'startTotp', said(engine)).expect(200);
  const { key } = start.data;
  const answer = await post(engine.admin, 'confirmTotp', { code: codeOf(key) }).expect(200);
  // Marks the code as unused, so that a test may use the current code again. (The previous code could be too old when
  // it arrives.)
  await runSql(engine, 'update totp_keys set last_step = 0');
  return { key, codes: answer.body.data.recovery_codes };
}

export async function addPasskey(engine: Engine, device = passkeyDevice(passkeyOrigin)) {
  const { body } = await post(engine.admin, 'startPasskey', said(engine)).expect(200);
  const made = { name: 'My phone', passkey: device.create(body.data) };
  const answer = await post(engine.admin, 'addPasskey', made).expect(200);
  return { device, codes: answer.body.data.recovery_codes as string[] };
}

async function securityOf({ admin }: Engine): Promise<AccountSecurity> {
  return (await admin.get(callPath(contract.accountSecurity))).body.data;
}

export const secondStepCalls: GoodCalls<typeof secondStepRows> = {
  secondStep: async (engine) => {
    const { codes } = await addTotp(engine);
    await post(engine.visitor, 'login', engine.credentials).expect(401);
    return { json: { recovery_code: codes[0] }, data: { user: { email: engine.credentials.email } } };
  },
  passkeyOptions: () => ({
    data: { challenge: expect.any(String), rpId: 'localhost', userVerification: 'required' },
  }),
  passkeyLogin: async (engine) => {
    const { device } = await addPasskey(engine);
    const { body } = await post(engine.visitor, 'passkeyOptions');
    return { json: { passkey: device.get(body.data) }, data: { user: { email: engine.credentials.email } } };
  },
  accountSecurity: () => ({
    data: { passkeys: expect.any(Array), recovery_codes: expect.any(Number), no_passkeys: null },
  }),
  startTotp: async (engine) => {
    await dropFactors(engine);
    return {
      json: said(engine),
      data: {
        key: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\/.*admin%40studio\.example/),
      },
    };
  },
  confirmTotp: async (engine) => {
    await dropFactors(engine);
    const { body } = await post(engine.admin, 'startTotp', said(engine)).expect(200);
    return {
      json: { code: codeOf(body.data.key) },
      message: 'Authenticator app added',
      data: { recovery_codes: Array(10).fill(expect.stringMatching(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)) },
    };
  },
  removeTotp: (engine) => ({ json: said(engine), message: 'Authenticator app removed', data: null }),
  startPasskey: async (engine) => {
    await dropFactors(engine);
    return {
      json: said(engine),
      data: { challenge: expect.any(String), rp: { id: 'localhost' }, excludeCredentials: [] },
    };
  },
  addPasskey: async (engine) => {
    await dropFactors(engine);
    const { body } = await post(engine.admin, 'startPasskey', said(engine)).expect(200);
    return {
      json: { name: 'Der Schlüssel 🔑', passkey: passkeyDevice(passkeyOrigin).create(body.data) },
      message: 'Passkey added',
      data: { recovery_codes: Array(10).fill(expect.any(String)) },
      read: async () => (await securityOf(engine)).passkeys[0],
    };
  },
  removePasskey: async (engine) => {
    await dropFactors(engine);
    await addPasskey(engine);
    const { passkeys } = await securityOf(engine);
    return {
      params: { id: passkeys[0]?.id ?? 0 },
      json: said(engine),
      message: 'Passkey removed',
      data: null,
    };
  },
  newRecoveryCodes: async (engine) => {
    await addTotp(engine);
    return {
      json: said(engine),
      message: 'New recovery codes created. The old ones no longer work.',
      data: { recovery_codes: Array(10).fill(expect.any(String)) },
    };
  },
  removeSecondStep: async (engine) => {
    const at = '2026-01-01T00:00:00.000Z';
    await runSql(
      engine,
      `insert into admins (id, email, name, password_hash, created_at, updated_at)
       values (77, 'lost@studio.example', 'Lost', 'h', '${at}', '${at}') on conflict do nothing`,
    );
    return {
      params: { id: 77 },
      json: said(engine),
      message: 'The second step was removed. Only the password is needed now.',
      data: null,
    };
  },
};
