import { createHash, hash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { readableBytes } from '#shared/limits.ts';
import { type BrandFileKey, type BrandFileLimits, brandFileLimits } from '#shared/schemas/saved-site.ts';
import type { Brand, BrandFile, BrandImage } from '#shared/schemas/site/brand.ts';
import { themeOf } from '#shared/site/theme.ts';
import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import { formatOf, isWholePicture } from '../image-files/image-files.ts';
import { svgProblem } from './svg-problem.ts';

/** A company's design, with the files that pages show. Files are keyed by the path under which they are served. */
export interface LoadedBrand {
  brand: Brand;
  files: Map<string, ReadyAnswer>;
}

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/**
 * A browser treats an SVG that is opened directly as a document. This policy lets the document show itself, but load
 * and run nothing.
 */
const ofPictures = { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" };

interface Picture {
  bytes: Buffer;
  kind: string;
  width: number;
  height: number;
}

/** Returns the bytes of a file that site.json names. Throws `PictureError` if the file cannot be used. */
export type ReadBrandFile = (name: string) => Promise<Buffer>;

/** Returns the reader of files that are next to site.json in `dir`. */
export function filesIn(dir: string): ReadBrandFile {
  return async (name) => {
    const path = await realpath(join(dir, name)).catch(() => {
      throw new PictureError(`is not in the folder of site.json`);
    });
    // A symbolic link must not make a file from outside the folder public.
    if (!path.startsWith(`${await realpath(dir)}/`))
      throw new PictureError('is outside the folder of site.json');
    return readFile(path).catch((error: Error) => {
      throw new PictureError(`cannot be read: ${error.message}`);
    });
  };
}

export interface BrandOptions {
  /** False for a company that is only previewed: no page shows its icons, and drawing them takes most of the time. */
  withIcons?: boolean;
}

/**
 * Loads the files that site.json names. Files that cannot be used are added to `problems`, one line per key; the result
 * must not be used then. Rejects with other errors of `readBytes`.
 */
export async function loadBrand(
  readBytes: ReadBrandFile,
  brand: BrandFile,
  problems: { path: string; message: string }[],
  { withIcons = true }: BrandOptions = {},
): Promise<LoadedBrand> {
  const files = new Map<string, ReadyAnswer>();
  const read = async (key: BrandFileKey) => {
    const name = brand[key];
    if (name === undefined) return undefined;
    return readPicture(name, brandFileLimits[key], readBytes).catch((error: unknown) => {
      // Any other error, such as that of a database, says nothing about the file.
      if (!(error instanceof PictureError)) throw error;
      problems.push({ path: `brand.${key}`, message: `${name} ${error.message}` });
      return undefined;
    });
  };
  const serve = (key: string, picture: Picture | undefined): BrandImage | undefined => {
    if (!picture) return undefined;
    const { image, file } = servedPicture(key, picture);
    files.set(image.src, file);
    return image;
  };
  const logo = serve('logo', await read('logo'));
  const logoDark = serve('logo-dark', await read('logo_dark'));
  const picture = serve('picture', await read('picture'));
  const favicon = (await read('favicon')) ?? plainIcon(brand);
  const icon = { src: `/favicon.${favicon.kind}`, type: types[favicon.kind] ?? '' };
  files.set(icon.src, fileOf(favicon.bytes, favicon.kind, 'no-cache'));
  const ground = themeOf(brand.colors).light.bg;
  for (const [path, bytes] of withIcons ? await drawIcons(favicon.bytes, ground) : []) {
    files.set(path, fileOf(bytes, path.slice(path.lastIndexOf('.') + 1), 'no-cache'));
  }
  return {
    brand: {
      logo,
      logo_dark: logoDark,
      logo_with_name: brand.logo_with_name ?? false,
      favicon: icon,
      artwork: brand.artwork,
      pattern: brand.pattern,
      picture,
      colors: brand.colors,
    },
    files,
  };
}

/** Thrown if a file cannot be used. The message continues a sentence that begins with the file's name. */
export class PictureError extends Error {}

/**
 * Checks a file that was uploaded for `key`, as `loadBrand` checks it, and that it is whole. Returns the file as it is
 * served. Rejects with `PictureError`.
 */
export async function checkBrandFile(
  key: BrandFileKey,
  name: string,
  bytes: Buffer,
): Promise<{ image: BrandImage; file: ReadyAnswer }> {
  const picture = await readPicture(name, brandFileLimits[key], async () => bytes);
  // Not each time that the company is loaded: a site whose picture was stored cut has to start.
  if (picture.kind !== 'svg' && !(await isWholePicture(bytes, { ...picture, format: picture.kind })))
    throw new PictureError('is cut off or damaged');
  return servedPicture(key.replace('_', '-'), picture);
}

/** Returns the name under which a file of the site is stored in the database; `type` is the end of its own name. */
export function savedFileName(key: BrandFileKey, type: string, bytes: Buffer) {
  const sum = hash('sha256', bytes, 'hex').slice(0, 16);
  return `${key.replace('_', '-')}-${sum}.${type.toLowerCase()}`;
}

function servedPicture(key: string, { bytes, kind, width, height }: Picture) {
  const sum = hash('sha256', bytes, 'base64url').slice(0, 10);
  const image: BrandImage = { src: `/brand/${key}-${sum}.${kind}`, width, height };
  return { image, file: fileOf(bytes, kind, 'public, max-age=31536000, immutable') };
}

async function readPicture(
  name: string,
  limits: BrandFileLimits,
  readBytes: ReadBrandFile,
): Promise<Picture> {
  const bytes = await readBytes(name);
  if (bytes.length > limits.bytes) {
    throw new PictureError(
      `has ${readableBytes(bytes.length)}; at most ${readableBytes(limits.bytes)} are allowed`,
    );
  }
  const wanted = name
    .slice(name.lastIndexOf('.') + 1)
    .toLowerCase()
    .replace('jpg', 'jpeg');
  if (wanted === 'svg') {
    const problem = svgProblem(bytes);
    if (problem) throw new PictureError(problem);
  } else if (formatOf(bytes) !== wanted) {
    throw new PictureError(`is not a ${wanted.toUpperCase()} file`);
  }
  const { default: sharp } = await import('sharp');
  const { width, height } = await sharp(bytes, { limitInputPixels: limits.most ** 2 })
    .metadata()
    .catch((error: Error) => {
      throw new PictureError(`cannot be drawn: ${error.message}`);
    });
  if (Math.min(width, height) < limits.least && wanted !== 'svg') {
    throw new PictureError(`is ${width} × ${height} pixels; at least ${limits.least} are needed each way`);
  }
  if (Math.max(width, height) > limits.most) {
    throw new PictureError(`is ${width} × ${height} pixels; at most ${limits.most} are allowed each way`);
  }
  return { bytes, kind: wanted, width, height };
}

/** Returns the icon for a company that has none: a rectangle in the company's colours, without a sign. */
function plainIcon({ colors }: BrandFile): Picture {
  const { light } = themeOf(colors);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${light.accent}"/><circle cx="16" cy="16" r="7" fill="${light['on-accent']}"/></svg>`;
  return { bytes: Buffer.from(svg), kind: 'svg', width: 32, height: 32 };
}

function fileOf(bytes: Buffer, kind: string, cacheControl: string) {
  const type = types[kind] ?? 'image/x-icon';
  return readyAnswer(bytes, {
    type,
    cacheControl,
    headers: ofPictures,
    isPacked: kind === 'svg',
  });
}

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
function drawIcons(mark: Buffer, ground: string) {
  const key = createHash('sha256').update(mark).update(ground).digest('base64url');
  const icons = drawn.get(key) ?? draw(mark, ground);
  drawn.set(key, icons);
  return icons;
}

async function draw(mark: Buffer, ground: string) {
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
function edgeOf(pixels: Buffer, size: number) {
  const at = (2 * size + size / 2) * 4;
  const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
  return alpha === 255 ? `rgb(${red}, ${green}, ${blue})` : undefined;
}

/** Creates an ICO file that contains PNGs, a format that all browsers have supported for years. */
function icoOf(images: readonly { size: number; image: Buffer }[]) {
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
