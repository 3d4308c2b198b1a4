import type { BrandFileKey, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { callOrThrow } from '../../api/call.ts';
import { dataAddress } from '../../ui/fields/data-address.ts';

const typeOfMime = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
} as const;

/** Uploads a file for the site. The server checks it, and refuses what the site cannot show. */
export async function addSiteFile(key: BrandFileKey, file: File): Promise<SiteFileEntry> {
  // A file of any other type is sent as PNG, so that the server answers what the file must be.
  const type = typeOfMime[file.type as keyof typeof typeOfMime] ?? 'png';
  const [, content = ''] = (await dataAddress(file)).split(',');
  const { data } = await callOrThrow('addSiteFile', { body: { key, type, data: content } });
  if (!data) throw new Error('The answer about the stored file has no data.');
  return data;
}
