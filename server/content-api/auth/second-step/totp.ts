import { Secret, TOTP } from 'otpauth';

/** Milliseconds that a code is shown for (RFC 6238 §4.1), and how many steps a clock may be off on either side (§5.2). */
const periodMs = 30_000;
const skew = 1;
/** RFC 4226 §4: 160 bits. */
const keyBytes = 20;

/** A new key, in base32. */
export function makeTotpKey(): string {
  return new Secret({ size: keyBytes }).base32;
}

/** The key as apps read it from a QR code. */
export function totpAddress(key: string, issuer: string, account: string): string {
  return new TOTP({ issuer, label: account, secret: key }).toString();
}

/** The step of 30 s whose code this is, at `now` (milliseconds since 1970) or a step beside it; undefined for any other. */
export function stepOfCode(key: string, code: string, now: number): number | undefined {
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(key), timestamp: now, window: skew });
  return delta === null ? undefined : Math.floor(now / periodMs) + delta;
}
