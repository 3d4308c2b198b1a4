import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { RowId } from '../../../database/row-id.ts';

/** An opened value, and whether an outgoing key opened it: then it must be sealed again. */
interface Opened {
  text: string;
  isOld: boolean;
}

/** Seals stored values, and signs values that come back from browsers. */
export interface SecondStepKeys {
  /** Seals for the row of this account only: it does not open in another row. */
  seal(adminId: RowId, text: string): string;
  /** Undefined if no key opens it. */
  open(adminId: RowId, sealed: string): Opened | undefined;
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * `keys` are derived from SESSION_SECRET for this purpose: the first seals and signs, all open. The keys of
 * authenticator apps are sealed (AES-256-GCM), so a stolen database alone is not enough to make their codes.
 */
export function createSecondStepKeys(keys: readonly Buffer[]): SecondStepKeys {
  if (keys.length === 0) throw new Error('createSecondStepKeys: no key');
  const derived = (purpose: string) =>
    keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)));
  const [sealingKeys, signingKeys] = [derived('totp keys'), derived('tickets')];
  const signature = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('base64url');

  return {
    seal(adminId, text) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, sealingKeys[0] as Buffer, nonce).setAAD(
        Buffer.from(`admin ${adminId}`),
      );
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url');
    },
    open(adminId, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      for (const [at, key] of sealingKeys.entries()) {
        try {
          const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), {
            authTagLength: tagBytes,
          })
            .setAAD(Buffer.from(`admin ${adminId}`))
            .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
          const text = Buffer.concat([
            opening.update(bytes.subarray(nonceBytes + tagBytes)),
            opening.final(),
          ]);
          return { text: text.toString('utf8'), isOld: at > 0 };
        } catch {
          // Sealed by an unknown key, or damaged.
        }
      }
      return undefined;
    },
    sign: (text) => signature(signingKeys[0] as Buffer, text),
    isSigned(text, given) {
      const bytes = Buffer.from(given);
      return signingKeys.some((key) => {
        const right = Buffer.from(signature(key, text));
        return right.length === bytes.length && timingSafeEqual(right, bytes);
      });
    },
  };
}
