import { deskMessages } from '#shared/desk-messages.ts';
import type { Assertion, Attestation } from '#shared/schemas/second-step.ts';
import { ApiError } from '../../api/api-error.ts';
import { callOrThrow, readApi } from '../../api/call.ts';

type Library = typeof import('@simplewebauthn/browser');

/** Imports the passkey library when a passkey is first used. */
const library = () =>
  import('@simplewebauthn/browser').catch((cause: unknown) => {
    throw new ApiError('network.failed', 0, { cause });
  });

/** Returns true if the browser supports passkeys. */
export function knowsPasskeys() {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/**
 * Asks the browser for a passkey of this site and returns its assertion. Rejects with `ApiError`; its code is
 * `passkey.cancelled` if the person chose no passkey.
 */
export async function askForPasskey() {
  const [optionsJSON, { startAuthentication }] = await Promise.all([readApi('passkeyOptions'), library()]);
  try {
    return (await startAuthentication({ optionsJSON })) as Assertion;
  } catch (cause) {
    throw new ApiError('passkey.cancelled', 0, { message: deskMessages['passkey.cancelled'], cause });
  }
}

/**
 * Creates a passkey for the signed-in admin; `password` is the admin's password. Rejects with `ApiError`, whose code
 * is `fields.invalid` for a wrong password, `passkey.there` if this device already has a passkey of the account, and
 * `passkey.notMade` if none was created.
 */
export async function makePasskey(password: string) {
  const { data } = await callOrThrow('startPasskey', { body: { current_password: password } });
  const { startRegistration } = await library();
  const optionsJSON = data as unknown as Parameters<Library['startRegistration']>[0]['optionsJSON'];
  try {
    return (await startRegistration({ optionsJSON })) as Attestation;
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === 'InvalidStateError';
    const code = isThere ? 'passkey.there' : 'passkey.notMade';
    throw new ApiError(code, 0, { message: deskMessages[code], cause });
  }
}
