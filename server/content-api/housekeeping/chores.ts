import { retentionChore } from '../applicants/retention-chore.ts';
import type { Db } from '../database/types.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { FileRoots } from '../media/addresses.ts';
import { orphanedFilesChore } from '../media/orphaned-files.ts';
import type { MediaStore } from '../media/store.ts';
import { trash } from '../trash/registry.ts';
import { trashChores } from '../trash/trash.ts';
import { idempotencyChore } from '../visitors/idempotency.ts';
import type { Chore } from './housekeeping.ts';

/** What the chores work on. */
export interface ChoreDependencies {
  db: Db;
  roots: FileRoots;
  media: MediaStore;
  outbox: Outbox;
}

/** Every chore, in the order in which they run. */
export function dailyChores({ db, roots, media, outbox }: ChoreDependencies): Chore[] {
  return [
    ...trashChores(media, trash),
    retentionChore(media),
    outbox.chore,
    idempotencyChore(db),
    orphanedFilesChore(db, roots),
  ];
}
