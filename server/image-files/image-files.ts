import { hash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { limits } from '#shared/limits.ts';
import { createQueue } from '../process/work.ts';

/** The picture formats that this product can make smaller. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** The number of bytes that `formatOf` needs. */
export const signatureBytes = 32;

/**
 * Detects the format of a picture by the first bytes, never by a name or a Content-Type; undefined if it is no
 * `ImageFormat`.
 */
export function formatOf(head: Buffer): ImageFormat | undefined {
  const text = head.toString('latin1', 0, signatureBytes);
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  // ISO 14496-12 §4.3: the main brand, and the compatible brands.
  if (text.startsWith('ftyp', 4) && /^(avif|avis|mif1)/.test(text.slice(8)) && /avi[fs]/.test(text.slice(8)))
    return 'avif';
  return undefined;
}

/**
 * True for animations that libvips takes for stills: an APNG (a chunk `acTL` before the pixels) and an AVIF sequence
 * (brand `avis`). They must not be converted, since the result would not move. Animated GIF and WebP need no check
 * here: libvips detects them (`pages`).
 */
export function movesUnseen(source: Buffer, format: ImageFormat) {
  if (format === 'avif') return /avis/.test(source.toString('latin1', 8, signatureBytes));
  if (format !== 'png') return false;
  const pixels = source.indexOf('IDAT');
  const animation = source.indexOf('acTL');
  return animation !== -1 && (pixels === -1 || animation < pixels);
}

/** Returns the size of a GIF's canvas, which browsers allocate, from its first bytes (GIF89a §18). */
export function gifCanvas(head: Buffer) {
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

/**
 * Reads a header with the decoder, without any pixels; rejects when it cannot be read. A file made to mislead may
 * look different to two parsers, so the caller should compare the format with that of `formatOf`. Warnings count as
 * errors, unless `failOn` is `truncated`.
 */
export async function readDecoderHeader(
  picture: string | Buffer,
  failOn: 'warning' | 'truncated' = 'warning',
) {
  const sharp = await loadSharp();
  const decoder = sharp(picture, { failOn, limitInputPixels: false });
  const header = await decoder.metadata();
  const { format, width, height, autoOrient, orientation, pages, hasAlpha } = header;
  return {
    /** Size in pixels as stored, before the orientation is applied. */
    width,
    height,
    /** The size in which the picture is shown (EXIF), in pixels. */
    shown: autoOrient,
    hasAlpha,
    hasMetadata: Boolean(header.exif ?? header.xmp ?? header.iptc ?? header.comments),
    orientation: orientation ?? 1,
    frames: pages ?? 1,
    // libvips reads AVIF and HEIF with the same loader.
    format: format === 'heif' ? 'avif' : format,
  };
}

/** Loads sharp at first use and not at the start, since libvips is large and many processes never read a picture. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // No cache, since no picture is read twice, and libvips would hold recently read files open: a deleted file takes disk
  // space until it is closed.
  sharp.cache(false);
  return sharp;
}

/**
 * Maximum number of pixels of a picture that is decoded: 50 million take 200 MB. A larger picture is recognised by its
 * header.
 */
export const mostDecodedPixels = 50_000_000;
/** Pictures are decoded one after the other, since each may take that much memory. */
const decodeInTurn = createQueue({ atOnce: 1 });

/** Decodes all frames of a picture, and keeps nothing of them. Rejects if the file ends early or is damaged. */
function decodePicture(picture: string | Buffer): Promise<unknown> {
  return decodeInTurn(async () => {
    const sharp = await loadSharp();
    const input = { failOn: 'truncated', limitInputPixels: false, sequentialRead: true, pages: -1 } as const;
    return sharp(picture, input).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
  });
}

/**
 * Reasons for which there is no smaller picture:
 *
 * - `busy`: too many calls wait; the caller should try again later.
 * - `dropped`: the caller's signal was aborted.
 * - `noPicture`: the signature is of none of the formats, or the header cannot be read.
 * - `tooLarge`: more pixels than are ever decoded.
 * - `animated`: the picture is an animation, of which a still image would show only one frame.
 * - `broken`: the pixels cannot be decoded, or decoding took too long.
 */
type ConversionProblem = 'busy' | 'dropped' | 'noPicture' | 'tooLarge' | 'animated' | 'broken';

export class ConversionError extends Error {
  override name = 'ConversionError';
  readonly problem: ConversionProblem;

  constructor(problem: ConversionProblem, cause?: unknown) {
    super(`No smaller picture: ${problem}`, cause === undefined ? undefined : { cause });
    this.problem = problem;
  }
}

/** The quality with which a picture is encoded again: high, because its smaller versions are made of it. */
const quality = 92;

const encodings = {
  jpeg: { quality },
  png: {},
  webp: { quality },
  avif: { quality: 75 },
} satisfies Partial<Record<ImageFormat, object>>;

/**
 * Returns a picture without what it reveals of place, time, camera and people (docs/product.md §23): encoded again,
 * upright, with its colour profile. Undefined if there is nothing to remove, or if the picture would be lost with it:
 * an animated PNG or AVIF, and a file that cannot be decoded, stay as they are. So does a GIF, which has no EXIF.
 */
export async function withoutMetadata(picture: Buffer): Promise<Buffer | undefined> {
  const format = formatOf(picture);
  if (!format || format === 'gif' || movesUnseen(picture, format)) return undefined;
  const sharp = await loadSharp();
  const decoder = sharp(picture, { failOn: 'truncated', limitInputPixels: false, animated: true });
  const header = await decoder.metadata().catch(() => undefined);
  if (!header || !(header.exif ?? header.xmp ?? header.iptc ?? header.comments)) return undefined;
  if (header.width * header.height > limits.imagePixels) return undefined;
  return decodeInTurn(() => {
    const upright = header.pages ? decoder : decoder.autoOrient();
    // The profile of a CMYK picture does not fit the screen colours in which it is encoded again.
    const coloured = header.space === 'cmyk' ? upright : upright.keepIccProfile();
    return coloured
      .toFormat(format, encodings[format])
      .toBuffer()
      .catch(() => undefined);
  });
}

/** Removes the metadata from a picture before it is stored. The file stays at its path. */
export async function takeOutMetadata(path: string) {
  const plain = await withoutMetadata(await readFile(path));
  if (!plain) return;
  const draft = `${path}.plain`;
  try {
    await writeFile(draft, plain, { mode: 0o600, flush: true });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns the SHA-256 that a file would have after `takeOutMetadata`; undefined if it would stay as it is. */
export async function plainHash(path: string) {
  const plain = await withoutMetadata(await readFile(path));
  return plain && hash('sha256', plain, 'hex');
}

/**
 * False if the pixels of a picture end early, as after a transfer that broke off, or are damaged. A picture of more
 * pixels than are decoded counts as whole. `header` is what the picture says of itself.
 */
export async function isWholePicture(
  picture: Buffer,
  header: { format: string | undefined; width: number; height: number },
) {
  if (header.width * header.height > mostDecodedPixels) return true;
  if (endings[header.format ?? '']?.(picture) === false) return false;
  return decodePicture(picture).then(
    () => true,
    () => false,
  );
}

/** Formats of which the decoder shows the frames before a cut, and says nothing: whether a file of each is whole. */
const endings: Record<string, (file: Buffer) => boolean> = {
  gif: endsAsGif,
  png: (file) => file.includes('IEND'),
};

/** False if the file ends within a block (GIF89a §12). */
function endsAsGif(file: Buffer) {
  for (let at = 13 + paletteBytes(file[10]); at < file.length; ) {
    const kind = file[at];
    // The end, or data that is not GIF.
    if (kind !== 0x2c && kind !== 0x21) return true;
    at += kind === 0x2c ? 11 + paletteBytes(file[at + 9]) : 2;
    for (let size = file[at]; size; size = file[at]) at += size + 1;
    at += 1;
  }
  return false;
}

/** The number of bytes of a palette of a GIF, from the flags of its screen or frame (GIF89a §18). */
function paletteBytes(flags = 0) {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}
