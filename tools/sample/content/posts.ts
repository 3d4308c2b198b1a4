import type { SamplePost } from './kinds.ts';
import { gates } from './posts/gates.ts';
import { kitchenTable } from './posts/kitchen-table.ts';
import { paperCards } from './posts/paper-cards.ts';
import { soundFirst } from './posts/sound-first.ts';
import { twoScripts } from './posts/two-scripts.ts';
import { waitingRoom } from './posts/waiting-room.ts';

/** Oldest post first, so that a later post has a higher id. */
export const posts: readonly SamplePost[] = [
  gates,
  paperCards,
  kitchenTable,
  soundFirst,
  twoScripts,
  waitingRoom,
];
