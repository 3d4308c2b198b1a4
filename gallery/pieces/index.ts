import type { Group } from '../piece.ts';
import { actions } from './actions.tsx';
import { feedback } from './feedback.tsx';
import { fields } from './fields.tsx';
import { files } from './files.tsx';
import { foundations } from './foundations.tsx';
import { head } from './head.tsx';
import { layout } from './layout.tsx';
import { lists } from './lists.tsx';
import { overlays } from './overlays.tsx';
import { pictureGroup } from './pictures.tsx';
import { reading } from './reading.tsx';

/** All groups that the gallery shows, in order. */
export const groups: readonly Group[] = [
  foundations,
  layout,
  actions,
  fields,
  files,
  feedback,
  overlays,
  lists,
  reading,
  pictureGroup,
  head,
];
