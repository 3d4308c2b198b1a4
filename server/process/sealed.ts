import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** AES-256-GCM (NIST SP 800-38D): a random nonce of 96 bits, and a tag of 128 bits. */
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export type Sealer = ReturnType<typeof createSealer>;

/**
 * Creates a sealer, which encrypts data that is stored on disk. The first key seals, and every key can open; each has 32
 * bytes. Data sealed with one `context` cannot be opened with another.
 */
export function createSealer(keys: readonly Buffer[]) {
  const [current, ...older] = keys.map((key) => createSecretKey(key));
  if (!current) throw new Error('createSealer: no key');
  return {
    seal(plain: Buffer, context: string) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, current, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]);
    },
    /** Returns the data; undefined if no key opens it, or if it was changed. */
    open(sealed: Uint8Array, context: string) {
      for (const key of [current, ...older]) {
        const plain = openWith(key, sealed, context);
        if (plain) return plain;
      }
      return undefined;
    },
  };
}

function openWith(key: KeyObject, sealed: Uint8Array, context: string): Buffer | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  const cut = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(cut));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, cut)), decipher.final()]);
  } catch {
    return undefined;
  }
}
