import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { RowId } from '../../../database/row-id.ts';

/**
 * An opened value. `isOld` is true if it was opened with another key than the first one; it must then be sealed again
 * with the first key.
 */
interface Opened {
  text: string;
  isOld: boolean;
}

/** Seals stored values, and signs values that come back from browsers. */
export interface SecondStepKeys {
  /** Seals a value for the row of this account. In the row of another account the sealed value cannot be opened. */
  seal(adminId: RowId, text: string): string;
  /** Opens a sealed value; undefined if none of the keys opens it. */
  open(adminId: RowId, sealed: string): Opened | undefined;
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * `keys` are derived from SESSION_SECRET for this purpose. The first key seals and signs; each of the keys can open
 * and check. The keys of authenticator apps are sealed (AES-256-GCM), so a stolen database alone is not enough to
 * make their codes.
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
          // This key did not seal the value, or the value is damaged: the next key is tried.
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
