import type { Db } from '../../database/types.ts';
import { retentionChore } from '../applicants/retention.ts';
import type { Chore } from '../chore.ts';
import type { Outbox } from '../mail/outbox.ts';
import { leftFilesChore, orphanedFilesChore } from '../media/orphaned-files.ts';
import type { FileStorage } from '../media/storage/file-storage.ts';
import type { MediaStore } from '../media/store.ts';
import { picturesChore } from '../pictures/chore.ts';
import { previewChore } from '../previews/routes.ts';
import { trashChores } from '../trash/trash.ts';
import { versionsChore } from '../versions/routes.ts';
import { idempotencyChore } from '../visitors/forms.ts';

/** Dependencies of the chores. */
interface ChoreDependencies {
  db: Db;
  storage: FileStorage;
  media: MediaStore;
  outbox: Outbox;
}

/** Returns every chore, in the order in which they run. */
export function dailyChores({ db, storage, media, outbox }: ChoreDependencies): Chore[] {
  return [
    ...trashChores(media),
    versionsChore(db),
    retentionChore(media),
    outbox.chore,
    idempotencyChore(db),
    previewChore(db),
    picturesChore(db, storage, media),
    leftFilesChore(media),
    orphanedFilesChore(db, storage),
  ];
}
