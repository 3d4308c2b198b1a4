import type { ArchiveRecords } from '../records.ts';
import type { Noter } from './notes.ts';
import type { PostRow } from './post-row.ts';

/** Content of an export of another system. */
export interface ForeignContent {
  /** Name of the product, with its version if the export states it. */
  madeBy: string;
  /** Address of the old site. */
  address: string | null;
  /** Address of the feed on the old site. */
  feed: string;
  /** Summary of the content, and of the parts that are not moved, one line each. */
  lines: readonly string[];
  /** Yields every post in the order of the export, with its redirects. May be called several times. */
  posts(
    noterFor: (id: string, title: string) => Noter,
  ): AsyncIterable<{ row: PostRow; redirects: ArchiveRecords['redirects'][] }>;
}
