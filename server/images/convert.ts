import type { Sharp } from 'sharp';
import {
  ConversionError,
  formatOf,
  gifCanvas,
  type ImageFormat,
  loadSharp,
  mostDecodedPixels,
  movesUnseen,
  readDecoderHeader,
} from '../image-files/image-files.ts';
import { createQueue } from '../process/work.ts';

/** A picture converted to one width. */
export interface ConvertedImage {
  body: Buffer;
  /** Content-Type: WebP, or the source's type if the source is returned unconverted. */
  type: string;
  /**
   * Size in pixels, as shown. The width is at most the requested width, or up to twice that if the source is returned
   * unconverted.
   */
  width: number;
  height: number;
  /** A few blurred pixels as a `data:` URL of at most 200 characters; only for opaque pictures. */
  placeholder?: string;
}

/** Makes pictures smaller; one instance for the whole process. */
export type Converter = ReturnType<typeof createConverter>;

const mostWaiting = 20;
/**
 * Maximum time for decoding, in seconds; libvips itself checks it, in whole seconds. Any accepted picture takes only
 * milliseconds.
 */
const decodeSeconds = 20;
/**
 * Stored pictures of another version are made again. To be raised with each change of what `convert` returns for the
 * same source.
 */
export const conversionVersion = 3;

/**
 * WebP of small pictures at quality 72 is hard to distinguish from the original. Where a picture leads a page on a wide
 * screen, skies show blocks at 72 and none at 84, for about half as many bytes again. Phones get 960 pixels, which are
 * as sharp there with less. More effort would take twice the time and save only a few bytes.
 */
function webpAt(width: number) {
  return { quality: width > 960 ? 84 : width === 960 ? 78 : 72, effort: 4 };
}

/** Maximum bytes per pixel of a WebP that is served unconverted. Only a lossless one of a photo has more. */
const mostBytesPerPixel = 0.5;

/** The longer side of the placeholder, in pixels: the browser enlarges it, which blurs it. */
const placeholderSide = 12;
const longestPlaceholder = 200;

export function createConverter() {
  const inTurn = createQueue({
    atOnce: 1,
    waiting: mostWaiting,
    full: () => new ConversionError('busy'),
    dropped: () => new ConversionError('dropped'),
  });
  return {
    /**
     * Converts a whole file to at most `width` pixels across: rotated as its EXIF data says, without any metadata, in
     * sRGB. Two kinds of source without metadata are returned unconverted: a WebP of at most this width and
     * `mostBytesPerPixel`, which would only lose quality, and a source of up to twice the width if WebP would take more
     * bytes, as is often the case with drawings. Rejects with ConversionError; when 20 calls wait already, it rejects immediately with `busy`.
     * Aborting `signal` removes a waiting call from the queue; a conversion that has begun is finished.
     */
    async convert(source: Buffer, width: number, signal?: AbortSignal): Promise<ConvertedImage> {
      const format = formatOf(source);
      if (!format) throw new ConversionError('noPicture');
      if (movesUnseen(source, format)) throw new ConversionError('animated');
      return inTurn(() => convertNow(source, format, width), signal);
    },
  };
}

async function convertNow(source: Buffer, format: ImageFormat, width: number): Promise<ConvertedImage> {
  const sharp = await loadSharp();
  // One thread for each picture, so that the other threads are free for requests.
  sharp.concurrency(1);
  // Files with warnings and small errors are converted, since browsers show them too. A truncated file is not
  // converted: the browser gets the original.
  const input = { failOn: 'truncated', limitInputPixels: mostDecodedPixels, autoOrient: true } as const;
  const header = await readDecoderHeader(source, input.failOn).catch((error: unknown) => {
    throw new ConversionError('noPicture', error);
  });
  if (header.format !== format) throw new ConversionError('noPicture');
  const canvas = format === 'gif' ? gifCanvas(source) : { width: 0, height: 0 };
  if (Math.max(header.width * header.height, canvas.width * canvas.height) > mostDecodedPixels)
    throw new ConversionError('tooLarge');
  if (header.frames > 1) throw new ConversionError('animated');
  const asIs = (placeholder?: { placeholder: string }): ConvertedImage => {
    const { width: ownWidth, height } = header;
    return { body: source, type: `image/${format}`, width: ownWidth, height, ...placeholder };
  };
  // A picture with metadata is always converted: an upright one without any may be returned as it is.
  const isPlain = header.orientation === 1 && !header.hasMetadata;
  const isSmall = source.length <= header.width * header.height * mostBytesPerPixel;
  try {
    if (format === 'webp' && header.width <= width && isPlain && isSmall)
      return asIs(header.hasAlpha ? undefined : await blurred(sharp(source, input)));
    const { data, info } = await sharp(source, input)
      .resize({ width, withoutEnlargement: true })
      .webp(webpAt(width))
      .timeout({ seconds: decodeSeconds })
      .toBuffer({ resolveWithObject: true });
    const placeholder = header.hasAlpha ? undefined : await blurred(sharp(data));
    if (data.length >= source.length && header.width <= 2 * width && isPlain) return asIs(placeholder);
    return { body: data, type: 'image/webp', width: info.width, height: info.height, ...placeholder };
  } catch (error) {
    throw new ConversionError('broken', error);
  }
}

async function blurred(image: Sharp) {
  const tiny = await image
    .resize(placeholderSide, placeholderSide, { fit: 'inside' })
    .webp({ quality: 20 })
    .toBuffer();
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`;
  return placeholder.length <= longestPlaceholder ? { placeholder } : undefined;
}
