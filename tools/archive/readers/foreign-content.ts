import type { Noter } from './notes.ts';
import type { PostRow } from './post-row.ts';

/** An address of the old site, and the path here that replaces it. */
export interface ForeignRedirect {
  from: string;
  to: string;
}

/** Content of an export that another product wrote. */
export interface ForeignContent {
  /** Name of the product that wrote the export, with its version if the export states it. */
  madeBy: string;
  /** URL of the old site. */
  address: string | null;
  /** Path of the feed on the old site. */
  feed: string;
  /** Summary of the content, and of the parts that are not moved, one line each. */
  lines: readonly string[];
  /** Yields the posts in the order of the export, each with its redirects. May be called several times. */
  posts(
    noterFor: (id: string, title: string) => Noter,
  ): AsyncIterable<{ row: PostRow; redirects: ForeignRedirect[] }>;
}
