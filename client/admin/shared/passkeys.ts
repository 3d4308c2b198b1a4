import { deskMessages } from '#shared/desk-messages.ts';
import type { Assertion, Attestation } from '#shared/schemas/second-step.ts';
import { ApiError } from '../../api/api-error.ts';
import { callApi, readApi } from '../../api/call.ts';

type Library = typeof import('@simplewebauthn/browser');

/** Only whoever uses a passkey loads what speaks with it. */
const library = (): Promise<Library> =>
  import('@simplewebauthn/browser').catch((cause: unknown) => {
    throw new ApiError('network.failed', 0, { cause });
  });

/** True where the browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function';
}

/** Asks for a passkey of this site, and gives what it says. Rejects with `ApiError`, `passkey.cancelled` when none was given. */
export async function askForPasskey(): Promise<Assertion> {
  const [optionsJSON, { startAuthentication }] = await Promise.all([readApi('passkeyOptions'), library()]);
  try {
    return (await startAuthentication({ optionsJSON })) as Assertion;
  } catch (cause) {
    throw new ApiError('passkey.cancelled', 0, { message: deskMessages['passkey.cancelled'], cause });
  }
}

/**
 * Makes a passkey for whoever is signed in, whose password this is. Rejects with `ApiError`: fields.invalid for a wrong password,
 * `passkey.there` for a device that has one, `passkey.notMade` when none was made.
 */
export async function makePasskey(password: string): Promise<Attestation> {
  const answer = await callApi('startPasskey', { body: { current_password: password } });
  if (answer.status !== 1 || !answer.data)
    throw new ApiError(
      answer.code ?? 'request.failed',
      200,
      answer.message ? { message: answer.message } : {},
    );
  const { startRegistration } = await library();
  const optionsJSON = answer.data as unknown as Parameters<Library['startRegistration']>[0]['optionsJSON'];
  try {
    return (await startRegistration({ optionsJSON })) as Attestation;
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === 'InvalidStateError';
    const code = isThere ? 'passkey.there' : 'passkey.notMade';
    throw new ApiError(code, 0, { message: deskMessages[code], cause });
  }
}
