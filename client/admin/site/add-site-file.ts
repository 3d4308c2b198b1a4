import type { BrandFileKey, SiteFileEntry } from '#shared/schemas/saved-site.ts';
import { callOrThrow } from '../../api/call.ts';

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
  const { data } = await callOrThrow('addSiteFile', { body: { key, type, data: await base64Of(file) } });
  if (!data) throw new Error('The answer about the stored file has no data.');
  return data;
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    // A data URL has the base64 text after its first comma.
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}
