import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readableBytes } from '#shared/limits.ts';
import { type BrandFileKey, type BrandFileLimits, brandFileLimits } from '#shared/schemas/saved-site.ts';
import type { Brand, BrandFile, BrandImage } from '#shared/schemas/site/brand.ts';
import { themeOf } from '#shared/site/theme.ts';
import { type ReadyAnswer, readyAnswer } from '../http/ready-answer.ts';
import { formatOf, isWholePicture } from '../image-files/image-files.ts';
import { drawIcons } from './icons.ts';
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
 * Checks a file that was uploaded for `key`, as `loadBrand` checks it, and that it is whole. Returns the file as it is served. Rejects with
 * `PictureError`.
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
export function savedFileName(key: BrandFileKey, type: string, bytes: Buffer): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return `${key.replace('_', '-')}-${hash}.${type.toLowerCase()}`;
}

function servedPicture(key: string, { bytes, kind, width, height }: Picture) {
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10);
  const image: BrandImage = { src: `/brand/${key}-${hash}.${kind}`, width, height };
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

function fileOf(bytes: Buffer, kind: string, cacheControl: string): ReadyAnswer {
  const type = types[kind] ?? 'image/x-icon';
  return readyAnswer(bytes, {
    type,
    cacheControl,
    headers: ofPictures,
    isPacked: kind === 'svg',
  });
}
