import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { avifMetadata } from './avif-metadata.ts';
import { Bytes } from './bytes.ts';
import { ConversionError } from './conversion-error.ts';
import { formatOf, type ImageFormat, signatureBytes } from './image-header.ts';
import { onlyOrientation } from './orientation.ts';

/** A file whose format was detected by its first bytes. */
interface PlainFile {
  format: ImageFormat;
  /** The bytes, as many as the source has: removed data is replaced by zeros. */
  body: AsyncGenerator<Buffer>;
}

type Blank = (bytes: Bytes, mustRead: boolean) => AsyncGenerator<Buffer>;

/**
 * Removes private data of place, time, camera and people from a picture. These become zeros: EXIF (except the
 * orientation), XMP, IPTC, comments, and data after the end of the picture. Pixels, animation and colour profile
 * stay. The source is streamed, so that a large file takes little memory. Rejects with ConversionError `noPicture`.
 * If the directory of an AVIF cannot be read, its pixels become zeros too; with `mustRead` the body throws
 * `noPicture` instead.
 */
export async function withoutMetadata(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  { mustRead = false }: { mustRead?: boolean } = {},
): Promise<PlainFile> {
  const bytes = new Bytes(source);
  const format = formatOf(await bytes.peek(signatureBytes));
  if (!format) throw new ConversionError('noPicture');
  return { format, body: blankers[format](bytes, mustRead) };
}

/**
 * As `withoutMetadata`, but passes the body to `write`, which stores it. Returns false if the file is not a picture
 * whose metadata can be removed, or cannot be read as one; the caller then stores the file unchanged. Rejects if the
 * source cannot be read, or if `write` fails. Either way the source is closed.
 */
export async function writePlainPicture(
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  write: (body: AsyncGenerator<Buffer>) => Promise<void>,
): Promise<boolean> {
  try {
    await pipeline(source, async (chunks: AsyncIterable<Buffer>) =>
      write((await withoutMetadata(chunks, { mustRead: true })).body),
    );
    return true;
  } catch (error) {
    if (error instanceof ConversionError || error instanceof RangeError) return false;
    throw error;
  }
}

const blankers: Record<ImageFormat, Blank> = { jpeg, png, webp, gif, avif: avifMetadata };

/**
 * The largest EXIF block, in bytes, in which the orientation is looked for and retained. A larger block becomes zeros
 * completely. In JPEG no block can be larger.
 */
const largestExif = 65_536;

/** JPEG: segments (ISO 10918-1 §B.1). JFIF, Adobe's transform and the colour profile stay. */
async function* jpeg(bytes: Bytes): AsyncGenerator<Buffer> {
  yield await bytes.take(2);
  for (;;) {
    yield* entropyCoded(bytes);
    const marker = await bytes.take(2);
    yield marker;
    const code = marker[1];
    if (code === undefined || code === 0xd9) break;
    const size = await bytes.take(2);
    yield size;
    if (size.length < 2) return;
    const length = Math.max(0, size.readUInt16BE() - 2);
    const isProfile = code === 0xe2 && (await bytes.peek(11)).toString('latin1') === 'ICC_PROFILE';
    const isApplication = code >= 0xe1 && code <= 0xef && code !== 0xee;
    if (code === 0xe1) yield onlyOrientation(await bytes.take(length));
    else if ((isApplication && !isProfile) || code === 0xfe) yield* bytes.blank(length);
    else yield* bytes.pass(length);
  }
  yield* bytes.blank(Infinity);
}

/**
 * Yields the pixel data up to the next marker: a 0xFF that is not followed by zero, a restart code or another 0xFF.
 */
async function* entropyCoded(bytes: Bytes): AsyncGenerator<Buffer> {
  for (;;) {
    const held = (await bytes.peek(2)).length < 2 ? Buffer.alloc(0) : await bytes.some();
    if (held.length === 0) return yield* bytes.pass(1);
    let at = held.indexOf(0xff);
    while (at !== -1 && at + 1 < held.length && isNoMarker(held[at + 1] as number)) {
      at = held.indexOf(0xff, at + 1);
    }
    const found = at !== -1 && at + 1 < held.length;
    yield* bytes.pass(at === -1 ? held.length : at);
    if (found) return;
  }
}

function isNoMarker(code: number): boolean {
  return code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7);
}

/**
 * Matches the chunks that affect how pixels look or move. The name of a critical chunk begins with a capital (PNG
 * §5.4).
 */
const shownChunks = /^([A-Z]|tRNS|gAMA|cHRM|sRGB|iCCP|sBIT|bKGD|pHYs|cICP|mDCV|cLLI|acTL|fcTL|fdAT)/;

/**
 * PNG: chunks (PNG §5.3). A removed chunk keeps its length: its type becomes an unknown one, its data become zeros, and
 * its checksum is computed anew. An EXIF chunk keeps its type, and the orientation in it.
 */
async function* png(bytes: Bytes): AsyncGenerator<Buffer> {
  yield await bytes.take(8);
  for (;;) {
    const head = await bytes.take(8);
    if (head.length < 8) return yield head;
    const length = head.readUInt32BE();
    const type = head.toString('latin1', 4);
    if (shownChunks.test(type)) {
      yield head;
      yield* bytes.pass(length + 4);
      if (type === 'IEND') return yield* bytes.blank(Infinity);
      continue;
    }
    const isExif = type === 'eXIf' && length <= largestExif;
    if (!isExif) head.write('stUb', 4, 'latin1');
    yield head;
    let checksum = crc32(head.subarray(4));
    const rest = isExif ? [onlyOrientation(await bytes.take(length))] : bytes.blank(length);
    for await (const part of rest) {
      checksum = crc32(part, checksum);
      yield part;
    }
    const written = Buffer.alloc((await bytes.take(4)).length);
    if (written.length === 4) written.writeUInt32BE(checksum);
    yield written;
  }
}

const shownParts = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** WebP: chunks of RIFF, each of an even length (RFC 9649 §2.3). */
async function* webp(bytes: Bytes): AsyncGenerator<Buffer> {
  const file = await bytes.take(12);
  yield file;
  const end = file.readUInt32LE(4) + 8;
  while (bytes.position < end) {
    const head = await bytes.take(8);
    yield head;
    if (head.length < 8) return;
    const type = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4) + (head.readUInt32LE(4) % 2);
    if (shownParts.has(type)) yield* bytes.pass(length);
    else if (type === 'EXIF' && length <= largestExif) yield onlyOrientation(await bytes.take(length));
    else yield* bytes.blank(length);
  }
  yield* bytes.blank(Infinity);
}

/** GIF: blocks (GIF89a §15). Of application data only the number of repeats stays. */
async function* gif(bytes: Bytes): AsyncGenerator<Buffer> {
  const screen = await bytes.take(13);
  yield screen;
  yield* bytes.pass(paletteBytes(screen[10]));
  for (;;) {
    const kind = await bytes.take(1);
    yield kind;
    if (kind[0] === 0x2c) {
      const frame = await bytes.take(9);
      yield frame;
      yield* bytes.pass(paletteBytes(frame[8]) + 1);
      yield* gifData(bytes, true);
    } else if (kind[0] === 0x21) {
      const label = await bytes.take(1);
      yield label;
      const repeats = /^(NETSCAPE2\.0|ANIMEXTS1\.0)/.test((await bytes.peek(12)).toString('latin1', 1));
      yield* gifData(bytes, label[0] === 0xf9 || (label[0] === 0xff && repeats));
    } else {
      // The end of the picture, or data that is not GIF: all that follows becomes zeros.
      return yield* bytes.blank(Infinity);
    }
  }
}

async function* gifData(bytes: Bytes, kept: boolean): AsyncGenerator<Buffer> {
  for (;;) {
    const size = await bytes.take(1);
    yield size;
    const length = size[0];
    if (!length) return;
    yield* kept ? bytes.pass(length) : bytes.blank(length);
  }
}

export function paletteBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
