import type { SampleProject } from './kinds.ts';
import { chapli } from './projects/chapli.ts';
import { kabulRiverRecorded } from './projects/kabul-river-recorded.ts';
import { mandiBoard } from './projects/mandi-board.ts';
import { nightSchool } from './projects/night-school.ts';
import { qissaPress } from './projects/qissa-press.ts';
import { queueKindly } from './projects/queue-kindly.ts';
import { saltRoad } from './projects/salt-road.ts';
import { stepwell } from './projects/stepwell.ts';
import { theOpenShelf } from './projects/the-open-shelf.ts';
import { wallsThatWere } from './projects/walls-that-were.ts';

export const projects: readonly SampleProject[] = [
  saltRoad,
  nightSchool,
  kabulRiverRecorded,
  mandiBoard,
  queueKindly,
  theOpenShelf,
  chapli,
  qissaPress,
  stepwell,
  wallsThatWere,
];
