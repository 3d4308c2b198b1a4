import { cutLine } from './clean-text.ts';

/** Something of an export that is not on the new site as it was on the old one, for whoever moves. */
export interface ForeignNote {
  /** The id and title that it has in the export; without them it is about the whole of it. */
  id?: string;
  title?: string;
  what: string;
}

/** Collects what is said of one text; each sentence once. */
export type Noter = (what: string) => void;

/** As much of a title as tells one post from another. */
const titleLength = 80;

export class Notes {
  readonly all: ForeignNote[] = [];

  /** For one item. */
  of(id: string, title: string): Noter {
    const said = new Set<string>();
    return (what) => {
      if (said.has(what)) return;
      said.add(what);
      this.all.push({ id, title: cutLine(title, titleLength), what });
    };
  }
}
