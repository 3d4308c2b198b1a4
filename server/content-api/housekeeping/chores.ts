import type { Outbox } from '../mail/outbox.ts';
import type { MediaStore } from '../media/store.ts';
import { trash } from '../trash/registry.ts';
import { trashChores } from '../trash/trash.ts';
import type { Chore } from './housekeeping.ts';

/** What the chores work on. */
export interface ChoreDependencies {
  media: MediaStore;
  outbox: Outbox;
}

/** Every chore, in the order in which they run. */
export function dailyChores({ media, outbox }: ChoreDependencies): Chore[] {
  return [...trashChores(media, trash), outbox.chore];
}
