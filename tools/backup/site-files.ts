import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextFile } from '#shared/text-file.ts';
import { isSitePicture, siteFile } from './manifest.ts';

/**
 * Returns the bytes of site.json and of the pictures that it names, by file name; an empty map if there is no
 * site.json.
 */
export async function readSiteFiles(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const site = await readIfThere(join(folder, siteFile));
  if (site === undefined) return found;
  found.set(siteFile, site);
  for (const name of picturesOf(site)) {
    const bytes = await readIfThere(join(folder, name));
    if (bytes !== undefined) found.set(name, bytes);
  }
  return found;
}

/**
 * Returns the names of the pictures in site.json. Does not validate the file: one that the server would refuse may be
 * half edited, and contains a person's work, so it is backed up too.
 */
function picturesOf(bytes: Buffer): string[] {
  try {
    const { brand } = JSON.parse(readTextFile(bytes) ?? '') as { brand?: Record<string, unknown> };
    const names = Object.values(brand ?? {}).filter((value) => typeof value === 'string');
    return [...new Set(names.filter(isSitePicture))];
  } catch {
    return [];
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
