import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { withoutMetadata } from '../../../server/image-files/without-metadata.ts';

const secret = 'Secret Camera';
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="${secret}"/></rdf:RDF></x:xmpmeta>`;
/** Noise, so that the pixels contain every byte that could be mistaken for a marker. */
const pixels = Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, at) => (at * 7919 * (at % 13)) % 256));

const told = (format: 'jpeg' | 'png' | 'webp' | 'avif') =>
  sharp(pixels, { raw: { width: 60, height: 40, channels: 3 } })
    .withExif({ IFD0: { Make: secret, Copyright: secret } })
    .withXmp(xmp)
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .toFormat(format)
    .toBuffer();

/** Returns the bytes without metadata, given in pieces of this size. */
async function plain(bytes: Buffer, size = bytes.length): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return buffer(Readable.from((await withoutMetadata(pieces())).body));
}

describe.each(['jpeg', 'png', 'webp', 'avif'] as const)('%s', (format) => {
  test('has the same pixels, colours and turn, says nothing of its camera, and comes out the same in pieces', async () => {
    const bytes = await told(format);
    expect(bytes.includes(secret)).toBe(true);
    const left = await plain(bytes);
    expect([left.length, left.includes(secret), left.includes('xmpmeta')]).toEqual([
      bytes.length,
      false,
      false,
    ]);
    const [before, after] = await Promise.all([bytes, left].map((each) => sharp(each).metadata()));
    expect(after?.icc).toEqual(before?.icc);
    expect(after?.orientation).toBe(before?.orientation);
    expect(await sharp(left).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
    for (const size of [1, 7]) expect(await plain(bytes, size)).toEqual(left);
  });

  test.runIf(format !== 'avif')(
    'what hangs behind its end is left out, and a file that ends early stays as long',
    async () => {
      const bytes = await told(format);
      expect((await plain(Buffer.concat([bytes, Buffer.from(secret)]))).includes(secret)).toBe(false);
      for (let length = 32; length < bytes.length; length += 97)
        expect(await plain(bytes.subarray(0, length), 50)).toHaveLength(length);
    },
  );
});

test('a JPEG loses comments, IPTC and the pictures of other cameras, and keeps what decoders need', async () => {
  const bytes = await told('jpeg');
  const segment = (code: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, code, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
  const hidden = [
    segment(0xfe, secret),
    segment(0xed, `Photoshop ${secret}`),
    segment(0xe2, `MPF\0${secret}`),
  ];
  const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\x01');
  const left = await plain(Buffer.concat([bytes.subarray(0, 2), ...hidden, adobe, bytes.subarray(2)]));
  expect([secret, 'Adobe', 'ICC_PROFILE'].map((text) => left.includes(text))).toEqual([false, true, true]);
});

test.each(['ffd8ffe10000', 'ffd8', '89504e470d0a1a0a', '524946460000000057454250', '474946383961'])(
  'nonsense behind the first bytes %s ends too',
  async (head) => {
    const bytes = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(100, 0xff)]);
    expect(await plain(bytes, 3)).toHaveLength(bytes.length);
  },
);
