import { readableBytes } from '#shared/limits.ts';
import { type BrandFileKey, brandFileLimits, type SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { callOrThrow } from '../../api/call.ts';
import { dataAddress } from '../../ui/fields/data-address.ts';

const typeOfMime = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
} as const;

/** Returns the types that a file of the site may have. */
export function acceptedTypes(key: BrandFileKey): readonly string[] {
  return key === 'picture' ? ['image/jpeg', 'image/png', 'image/webp'] : ['image/svg+xml', 'image/png'];
}

/** Returns why the server would refuse the file, as far as its type and size tell; undefined if they are right. */
export function fileProblem(key: BrandFileKey, { type, size }: File): string | undefined {
  const { bytes } = brandFileLimits[key];
  if (!acceptedTypes(key).includes(type)) {
    return `This file has the wrong type. Choose ${key === 'picture' ? 'a JPEG, PNG or WebP' : 'an SVG or PNG'} file.`;
  }
  if (size === 0) return 'This file is empty. Choose another one.';
  if (size <= bytes) return undefined;
  return `This file has ${readableBytes(size)}; at most ${readableBytes(bytes)} are allowed.`;
}

/** Uploads a file for the site. The server checks it, and refuses what the site cannot show. */
export async function addSiteFile(key: BrandFileKey, file: File): Promise<SiteFileEntry> {
  // A file of any other type is sent as PNG, so that the server answers what the file must be.
  const type = typeOfMime[file.type as keyof typeof typeOfMime] ?? 'png';
  const [, content = ''] = (await dataAddress(file)).split(',');
  const { data } = await callOrThrow('addSiteFile', { body: { key, type, data: content } });
  if (!data) throw new Error('The answer about the stored file has no data.');
  return data;
}
