import type { ArchiveRecords } from '../records.ts';
import type { Noter } from './notes.ts';
import type { PostRow } from './post-row.ts';

/** What an export of another system has for us. */
export interface ForeignContent {
  /** Name of the product that it is of, with its version where that is told. */
  madeBy: string;
  /** The address of the site that it was. */
  address: string | null;
  /** Where its feed was, on the old site. */
  feed: string;
  /** What is in it, and what of it stays behind, a line each. */
  lines: readonly string[];
  /** Every post in the order of the export, and what leads to it. May be asked for several times. */
  posts(
    noterFor: (id: string, title: string) => Noter,
  ): AsyncIterable<{ row: PostRow; redirects: ArchiveRecords['redirects'][] }>;
}
