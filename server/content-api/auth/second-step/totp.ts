import { Secret, TOTP } from 'otpauth';

/** How long a code is shown, in milliseconds (RFC 6238 §4.1). */
const periodMs = 30_000;

/** Makes a new key of 160 bits (RFC 4226 §4), in base32. */
export function makeTotpKey(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the key as a URI for the QR code that apps read. */
export function totpAddress(key: string, issuer: string, account: string): string {
  return new TOTP({ issuer, label: account, secret: key }).toString();
}

/**
 * Returns the 30 s step to which a code belongs: the step that contains `now` (milliseconds since 1970), or the one
 * before or after it (RFC 6238 §5.2). Undefined for a wrong code.
 */
export function stepOfCode(key: string, code: string, now: number): number | undefined {
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(key), timestamp: now, window: 1 });
  return delta === null ? undefined : Math.floor(now / periodMs) + delta;
}
