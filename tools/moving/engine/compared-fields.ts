import { createHash } from 'node:crypto';
import type { FileStorage } from '../../../server/content-api/media/storage/file-storage.ts';
import type { Db } from '../../../server/database/types.ts';
import { plainHash } from '../../../server/image-files/plain-picture.ts';
import type { ArchiveKind } from '../../archive/manifest.ts';
import { type ArchiveRecords, type MediaReference, mediaOf } from '../../archive/records.ts';
import type { ArchivedFile } from '../../archive/source-and-target.ts';
import type { Compared } from './differences.ts';
import type { MediaFetcher } from './incoming-files.ts';
import { hashesOf } from './pictures-repository.ts';

interface Sides {
  db: Db;
  storage: Pick<FileStorage, 'open'>;
  fetcher: MediaFetcher;
}

/**
 * Prepares the comparison of a row's files by their hashes. The media store removes metadata from pictures, so a
 * picture of the archive is compared by the hash that it has without metadata.
 */
export async function comparisonFor(
  record: ArchiveRecords[ArchiveKind],
  fileOf: (reference: MediaReference) => ArchivedFile | undefined,
  { db, storage, fetcher }: Sides,
): Promise<Compared> {
  const known = new Map<string, Promise<string | undefined>>();
  const plain = new Map<string, string>();
  for (const file of mediaOf(record).map(fileOf)) {
    const hash = file?.type.startsWith('image/') && (await plainHash(file.path));
    if (file && hash) plain.set(file.sha256, hash);
  }
  const ofStored = async (address: string) => {
    const hash = await hashOfStored(db, storage, address);
    return hash && (plain.get(hash) ?? hash);
  };
  return {
    wanted(reference) {
      const hash = fileOf(reference)?.sha256;
      if (hash !== undefined) return plain.get(hash) ?? hash;
      return fetcher.takes(reference.address) ? null : undefined;
    },
    stored(address) {
      const hash = known.get(address) ?? ofStored(address);
      known.set(address, hash);
      return hash;
    },
  };
}

/** Returns the hash of a stored file: from the library, or else computed from its bytes. */
async function hashOfStored(
  db: Db,
  storage: Pick<FileStorage, 'open'>,
  address: string,
): Promise<string | undefined> {
  const known = (await hashesOf(db, [address])).get(address);
  if (known) return known;
  // A text may contain any URL. The storage rejects one that is not its own, and the file then has no hash.
  const body = await storage.open(address).catch(() => undefined);
  if (!body) return undefined;
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
