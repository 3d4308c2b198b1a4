import { isStoredAddress, typeOfAddress } from '../../../server/content-api/media/addresses.ts';
import type { FileStorage } from '../../../server/content-api/media/storage/file-storage.ts';
import type { Db } from '../../../server/database/types.ts';
import type { ArchiveKind } from '../../archive/manifest.ts';
import { type ArchiveRecords, type MediaReference, mediaOf, withMedia } from '../../archive/records.ts';
import type { ArchiveSource } from '../../archive/source-and-target.ts';
import { engineEntities, rowsOf } from './engine-rows.ts';
import { detailsOf } from './pictures-repository.ts';
import { countLiving, idsBehind } from './rows-repository.ts';
import { storedInText } from './text-media.ts';

/**
 * Makes the content of the embedded engine a source for an archive. The trash, accounts, versions and mails are not
 * included.
 */
export function createEngineSource(
  db: Db,
  storage: Pick<FileStorage, 'stat' | 'open'>,
  about: Pick<ArchiveSource, 'madeBy' | 'address'>,
): ArchiveSource {
  return {
    ...about,
    entities: engineEntities,
    async *records<Name extends ArchiveKind>(entity: Name) {
      const rows = rowsOf(entity);
      if (!rows) return;
      for (let after = 0; ; ) {
        const ids = await idsBehind(db, rows.table, after, rows.batch);
        const last = ids.at(-1);
        if (last === undefined) return;
        after = last;
        for (const record of await rows.read(db, ids)) yield await completed(db, record);
      }
    },
    async count(entity) {
      const rows = rowsOf(entity);
      return rows ? countLiving(db, rows.table) : 0;
    },
    async media({ address }) {
      if (!isStoredAddress(address)) return { refused: 'is not the address of a stored file' };
      const body = await storage.open(address);
      return body ? { type: typeOfAddress(address), bytes: body } : { refused: 'the file is missing' };
    },
  };
}

/**
 * Returns the row with the pictures in its text, and with the alternative texts and focal points of all its pictures.
 */
async function completed<Row extends ArchiveRecords[ArchiveKind]>(db: Db, record: Row): Promise<Row> {
  const inText = 'description' in record ? storedInText(record.description) : [];
  const row = inText.length > 0 ? { ...record, text_media: inText } : record;
  const details = await detailsOf(
    db,
    mediaOf(row).map(({ address }) => address),
  );
  if (details.size === 0) return row;
  return withMedia(row, (reference): MediaReference => ({ ...reference, ...details.get(reference.address) }));
}
