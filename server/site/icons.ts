import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';

/** Icons by path. */
type Icons = ReadonlyMap<string, Buffer>;

/**
 * Icons that this process has drawn. In tests a process loads the same company many times, but draws its logo only
 * once.
 */
const drawn = new Map<string, Promise<Icons>>();

/**
 * Draws the icons that browsers and home screens request, from the company's icon `mark`. `ground` is the background
 * colour of icons that must not be transparent; it is not used if the company's icon has a background.
 */
export function drawIcons(mark: Buffer, ground: string): Promise<Icons> {
  const key = createHash('sha256').update(mark).update(ground).digest('base64url');
  const icons = drawn.get(key) ?? draw(mark, ground);
  drawn.set(key, icons);
  return icons;
}

async function draw(mark: Buffer, ground: string): Promise<Icons> {
  const { default: sharp } = await import('sharp');
  const { width = 32, height = 32, format } = await sharp(mark).metadata();
  // The resolution for an SVG is chosen so that it is rendered at the needed size, and not enlarged afterwards.
  const density = format === 'svg' ? Math.min(2400, Math.max(72, (72 * 512) / Math.max(width, height))) : 72;
  const fitted = (size: number) =>
    sharp(mark, { density }).resize(size, size, {
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    });
  const own = await edgeOf(await fitted(64).ensureAlpha().raw().toBuffer(), 64);
  const background = own ?? ground;
  const png = (image: Sharp) => image.png({ compressionLevel: 9 }).toBuffer();
  /**
   * Of a maskable icon, only a circle with 80 % of its size is always visible (w3.org/TR/appmanifest), so the picture
   * is drawn inside it.
   */
  const masked = async () => {
    const inner = 410;
    const around = Math.round((512 - inner) / 2);
    const image = await fitted(inner).png().toBuffer();
    return png(
      sharp({ create: { width: 512, height: 512, channels: 4, background } }).composite([
        { input: image, left: around, top: around },
      ]),
    );
  };
  const [small, large, maskable, touch, ico] = await Promise.all([
    png(fitted(192)),
    png(fitted(512)),
    masked(),
    png(fitted(180).flatten({ background })),
    Promise.all([16, 32, 48].map(async (size) => ({ size, image: await png(fitted(size)) }))).then(icoOf),
  ]);
  return new Map([
    ['/icon-192.png', small],
    ['/icon-512.png', large],
    ['/icon-maskable-512.png', maskable],
    ['/apple-touch-icon.png', touch],
    ['/favicon.ico', ico],
  ]);
}

/**
 * Returns the colour in the middle of the upper edge. If the icon has a background, this is its colour. Undefined if
 * that point is transparent.
 */
function edgeOf(pixels: Buffer, size: number): string | undefined {
  const at = (2 * size + size / 2) * 4;
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
  return alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : undefined;
}

/** Creates an ICO file that contains PNGs, a format that all browsers have supported for years. */
function icoOf(images: readonly { size: number; image: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, { size, image }] of images.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(image.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += image.length;
  }
  return Buffer.concat([head, ...images.map(({ image }) => image)]);
}
