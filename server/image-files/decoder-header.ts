import type { ImageFormat } from './image-header.ts';

/** The header of a picture as libvips reads it. */
interface DecoderHeader {
  /** HEIF is called avif: the two have one reader. Of other pictures it is another name. */
  format: ImageFormat | (string & {});
  /** As they are stored. */
  width: number;
  height: number;
  /** As the picture is shown (EXIF). */
  shown: { width: number; height: number };
  orientation: number;
  frames: number;
  hasAlpha: boolean;
}

/**
 * Reads a header by the decoder, no pixel; rejects when it cannot be read. Compare the format with the one of the first bytes: two parsers
 * that disagree on a file are fooled by it. Warnings count as errors, unless only `truncated` files are to fail.
 */
export async function readDecoderHeader(
  picture: string | Buffer,
  failOn: 'warning' | 'truncated' = 'warning',
): Promise<DecoderHeader> {
  // Libvips is large, and many a process never sees a picture.
  const { default: sharp } = await import('sharp');
  // It keeps recently read files open; ours are removed right after, and would hold their disk space.
  sharp.cache({ files: 0 });
  const decoder = sharp(picture, { failOn, limitInputPixels: false });
  const { format, width, height, autoOrient, orientation, pages, hasAlpha } = await decoder.metadata();
  return {
    width,
    height,
    shown: autoOrient,
    hasAlpha,
    orientation: orientation ?? 1,
    frames: pages ?? 1,
    format: format === 'heif' ? 'avif' : format,
  };
}
