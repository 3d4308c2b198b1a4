import { createSign, generateKeyPairSync, hash, type KeyObject, randomBytes } from 'node:crypto';

/** Options that a server sends to a browser. */
export interface Options {
  challenge: string;
  rpId?: string;
  rp?: { id?: string };
  user?: { id: string };
}

export interface Lies {
  origin?: string;
  rpId?: string;
  counter?: number;
  /** True if the person was verified, e.g. by a fingerprint. */
  verified?: boolean;
  challenge?: string;
}

/**
 * Creates an authenticator with one passkey, as a browser presents it (Web Authentication §6, §8.7); each part of its
 * answers can be falsified.
 */
export function passkeyDevice(origin: string) {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let counter = 0;
  let userHandle = '';
  const base64 = (bytes: Buffer) => bytes.toString('base64url');
  const client = (type: string, { challenge }: Options, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticator = (rpId: string, lies: Lies, attested = Buffer.alloc(0)) => {
    counter = lies.counter ?? counter + 1;
    const flags = 0x01 | (lies.verified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), count, attested]);
  };
  const common = { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} };

  return {
    id: base64(id),
    /** Returns the answer to startPasskey. */
    create(options: Options, lies: Lies = {}) {
      userHandle = options.user?.id ?? '';
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)]);
      const data = authenticator(options.rp?.id ?? '', lies, attested);
      return {
        ...common,
        response: {
          clientDataJSON: base64(client('webauthn.create', options, lies)),
          attestationObject: base64(attestation(data)),
          transports: ['internal'],
        },
      };
    },
    /** Returns the answer to passkeyOptions. */
    get(options: Options, lies: Lies = {}) {
      const data = authenticator(options.rpId ?? '', lies);
      const clientData = client('webauthn.get', options, lies);
      const signed = Buffer.concat([data, sha256(clientData)]);
      return {
        ...common,
        response: {
          clientDataJSON: base64(clientData),
          authenticatorData: base64(data),
          signature: base64(createSign('sha256').update(signed).sign(privateKey)),
          ...(userHandle && { userHandle }),
        },
      };
    },
  };
}

const sha256 = (text: string | Buffer) => hash('sha256', text, 'buffer');

/** Encodes an ES256 key as COSE (RFC 9053 §7.1.1), in CBOR. */
function coseKey(key: KeyObject) {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => [Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')];
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    ...bytes(x),
    Buffer.from([0x22]),
    ...bytes(y),
  ]);
}

/** `{fmt: 'none', attStmt: {}, authData}` in CBOR. */
function attestation(authData: Buffer) {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x58, authData.length]),
    authData,
  ]);
}
