import type { PageOutcome } from './page-forms.ts';
import type { SiteInfo } from './site/site-info.ts';

/**
 * What the server and the bundle that renders its pages (client/entry-server.tsx) know of each other. The server loads the
 * bundle by path, and neither imports the other.
 */
export interface PageBundle {
  /** Paths of the pages that need no id: those that can be listed. */
  builtPaths: readonly string[];
  /**
   * Renders the page of a whole address when its data is there, or is known to be missing: reads end in their own time, and
   * the page itself says what failed. Rejects when the page itself is broken, and with the reason of `signal`.
   */
  render(address: string, options: PageOptions & { info: SiteInfo }): Promise<RenderedPage>;
  /** Renders a page that needs no reads, for the server to keep. `reference` is the id by which a failure is found in the log. */
  renderNotice(kind: NoticeKind, options: { info: SiteInfo; reference: string }): Promise<RenderedPage>;
}

/** Pages that only list what there is. */
export type ListPage = 'portfolio' | 'publishing' | 'team';

/** What one page is rendered with. */
export interface PageOptions {
  /** Which list nothing, as far as is known when it is rendered: no menu leads to them. */
  emptyPages?: (() => readonly ListPage[]) | undefined;
  reads: PublicReads;
  /** Fires when nobody waits for the page any more. */
  signal: AbortSignal;
  /** What became of the form that was posted to it. */
  outcome?: PageOutcome | undefined;
}

/** Pages that are made once, when the server starts: too many at once, and a page that could not be made. */
export type NoticeKind = 'busy' | 'failed';

/** A page as the server sends it. */
export interface RenderedPage {
  /** 200, 301, 404, 410 or 503. */
  status: number;
  /** False when a section had to be left out: such a page is not kept by anybody. */
  whole: boolean;
  /** The path, with its query, at which the page stands now; with 301. */
  movedTo?: string;
  /** Tags for the head: title, meta, link. */
  head: string;
  /** What stands in #root. */
  html: string;
  /** What the browser goes on from; undefined for a page that no script takes over. */
  state: unknown;
  /** Sources of the page (keys of Vite's manifest), so that its styles and scripts can be linked. */
  files: string[];
}

/** Reads what visitors can see: path with query in, answer out. Never rejects: a failure is an answer with its status. */
export type PublicReads = (path: string, signal?: AbortSignal) => Promise<PublicRead>;

/** The answer to a read, as the BFF would send it. It may be shared with other readers: nobody changes it. */
export interface PublicRead {
  status: number;
  /** The envelope of docs/architecture.md §4, or whatever a host has sent in its place. */
  body: unknown;
}
