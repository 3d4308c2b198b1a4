import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { animation, gifScript, image, pngHeader, sparseGif, sparseWebp, svg } from '../../support/files.ts';
import { callerHeaders, type Maker, requestBytes } from '../case.ts';
import type { Chance } from '../chance.ts';
import { damaged } from '../mutate.ts';
import { filePart, formOf, textPart } from './form-parts.ts';

const tokens = [
  'IHDR',
  'IDAT',
  'IEND',
  'acTL',
  'fcTL',
  'fdAT',
  'iCCP',
  'eXIf',
  'VP8X',
  'ANMF',
  'ICCP',
  'ftypavif',
  'meta',
  'ipco',
  'ispe',
  'mdat',
  '\xff\xd8',
  '\xff\xe1',
  '\xff\xda',
  '\xff\xd9',
  'Exif\0\0',
  'GIF89a',
  '\x2c',
  '\x3b',
  '\xff\xff\xff\xff',
  '\0\0\0\0',
  '\x7f\xff\xff\xff',
  '<script>',
];

/**
 * Makes invalid or mislabelled pictures: cut, with false sizes, bombs, two files in one, nested metadata, animations.
 * Half of them are uploaded; at a host that answers on command, the other half are its media, to be resized.
 */
export async function imagesMaker(): Promise<Maker> {
  const whole = await pictures();
  return (chance, place, number) => {
    const bytes = oddPicture(chance, whole);
    if (place.hostAnswers && chance.percent(50)) {
      place.hostAnswers.set(number, { bytes: mediaAnswer(chance, bytes), closes: true });
      const path = `/storage/${number}.png`;
      const target = chance.percent(75) ? `/img/${chance.pick([160, 320, 640, 960])}${path}` : path;
      return {
        bytes: requestBytes(`GET ${target} HTTP/1.1`, callerHeaders(chance, place, false)),
        isWhole: true,
        badHost: true,
      };
    }
    const name = chance.pick(['a.png', 'a.jpg', 'a.avif', 'a.svg', 'a.php', 'a.html']);
    const type = chance.pick([
      'image/png',
      'image/jpeg',
      'image/avif',
      'image/svg+xml',
      'text/html',
      'application/x-php',
    ]);
    const body = formOf([
      textPart('blog_title', `A post ${number}`),
      textPart('is_active', '1'),
      textPart('description', '<p>Words.</p>'),
      filePart('blog_image', name, type, bytes),
    ]);
    const headers: [string, string][] = [...callerHeaders(chance, place, true), ['Content-Type', body.type]];
    return { bytes: requestBytes('POST /api/saveBlog HTTP/1.1', headers, body.bytes), isWhole: true };
  };
}

async function pictures(): Promise<Buffer[]> {
  const still = await Promise.all(
    (['png', 'jpeg', 'webp', 'gif', 'avif'] as const).map((format) => image(format)),
  );
  const described = await sharp(still[0])
    .withMetadata({
      orientation: 6,
      icc: 'p3',
      exif: { IFD0: { Copyright: 'x'.repeat(2_000), ImageDescription: '<script>alert(1)</script>' } },
    })
    .jpeg()
    .toBuffer();
  return [
    ...still,
    await sparseWebp(16_000, 16_000, 4),
    described,
    nested(described),
    movingPng(still[0] as Buffer),
    await animation('gif', 4),
    await animation('webp', 3),
  ];
}

/** Returns a JPEG whose EXIF contains the whole JPEG again. */
function nested(jpeg: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'), jpeg.subarray(0, 60_000)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}

/** Returns an APNG that announces a million frames and has one. */
function movingPng(png: Buffer): Buffer {
  const count = Buffer.alloc(8);
  count.writeUInt32BE(1_000_000, 0);
  return Buffer.concat([
    png.subarray(0, 33),
    chunk('acTL', count),
    chunk('fcTL', Buffer.alloc(26, 1)),
    png.subarray(33),
  ]);
}

/** Returns a picture of few bytes with as many pixels as are allowed at most, or more. */
function bomb(chance: Chance): Buffer {
  const side = chance.pick([1, 5_000, 8_900, 12_000, 12_001, 30_000, 65_535, 2 ** 31 - 1]);
  const size = Buffer.alloc(13);
  size.writeUInt32BE(side, 0);
  size.writeUInt32BE(chance.pick([1, side, 12_000]), 4);
  size.set([chance.pick([1, 8, 16]), chance.pick([0, 2, 3, 6]), 0, 0, chance.upTo(2)], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const content = deflateSync(Buffer.alloc(300_000));
  const profile = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(4_000_000))]);
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    ...(chance.percent(40) ? [chunk('iCCP', profile)] : []),
    chunk('IDAT', content),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function oddPicture(chance: Chance, whole: readonly Buffer[]): Buffer {
  const picture = chance.pick(whole);
  switch (chance.upTo(9)) {
    case 0:
      return picture.subarray(0, chance.upTo(picture.length));
    case 1:
      return bomb(chance);
    case 2:
      return pngHeader(
        chance.pick([0, 1, 2 ** 31, 2 ** 32 - 1, 40_000]),
        chance.pick([0, 1, 2 ** 31, 40_000]),
      );
    case 3:
      return chance.pick([
        gifScript(),
        svg(),
        sparseGif(12_000, 6_000, 3),
        sparseGif(65_535, 65_535, 1),
        Buffer.concat([svg(), picture]),
      ]);
    case 4:
      return Buffer.concat([
        picture,
        chance.pick([
          Buffer.from('PK\x03\x04'),
          Buffer.from('<script>alert(1)</script>'),
          picture,
          Buffer.alloc(50_000),
          Buffer.from('%PDF-1.4'),
        ]),
      ]);
    case 5:
      return lying(chance, picture);
    case 6:
      return picture;
    default:
      return damaged(chance, picture, tokens, 8);
  }
}

/** Changes one number in the first bytes, where formats store their sizes. */
function lying(chance: Chance, picture: Buffer): Buffer {
  const copy = Buffer.from(picture);
  const at = 4 + chance.upTo(Math.max(1, Math.min(300, copy.length - 8)));
  if (copy.length > at + 4)
    copy.writeUInt32BE(chance.pick([0, 1, 0x7f, 0xffff, 0x7fff_ffff, 0xffff_ffff, copy.length]), at);
  return copy;
}

function mediaAnswer(chance: Chance, picture: Buffer): Buffer {
  const length = chance.percent(90) ? picture.length : chance.pick([0, picture.length + 10, 2 ** 40]);
  const type = chance.pick([
    'image/png',
    'image/jpeg',
    'text/html',
    'image/svg+xml',
    '',
    'application/octet-stream',
  ]);
  return Buffer.concat([
    Buffer.from(
      `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\nETag: "a"\r\nConnection: close\r\n\r\n`,
    ),
    picture,
  ]);
}
