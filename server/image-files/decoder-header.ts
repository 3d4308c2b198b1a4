import { createQueue } from '../process/queue.ts';

/**
 * Reads a header with the decoder, without any pixels; rejects when it cannot be read. A file made to mislead may
 * look different to two parsers, so the caller should compare the format with that of `formatOf`. Warnings count as
 * errors, unless `failOn` is `truncated`.
 */
export async function readDecoderHeader(
  picture: string | Buffer,
  failOn: 'warning' | 'truncated' = 'warning',
) {
  const sharp = await loadDecoder();
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

export async function loadDecoder() {
  // Imported here and not at the start, since libvips is large and many processes never read a picture.
  const { default: sharp } = await import('sharp');
  // Without the cache: libvips would hold recently read files open. The files that are read here are deleted soon
  // afterwards, but a deleted file takes disk space until it is closed.
  sharp.cache({ files: 0 });
  return sharp;
}

/**
 * Maximum number of pixels of a picture that is decoded: 50 million take 200 MB. A larger picture is recognised by its
 * header.
 */
export const mostDecodedPixels = 50_000_000;
/** Pictures are decoded one after the other, since each may take that much memory. */
export const decodeInTurn = createQueue({ atOnce: 1 });

/** Decodes all frames of a picture, and keeps nothing of them. Rejects if the file ends early or is damaged. */
export function decodePicture(picture: string | Buffer): Promise<unknown> {
  return decodeInTurn(async () => {
    const sharp = await loadDecoder();
    const input = { failOn: 'truncated', limitInputPixels: false, sequentialRead: true, pages: -1 } as const;
    return sharp(picture, input).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
  });
}
