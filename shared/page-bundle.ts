import type { Blog } from './entities/post.ts';
import type { PageOutcome } from './page-forms.ts';
import type { SiteInfo } from './site/site-info.ts';

/**
 * The interface between the server and the bundle that renders its pages (client/entry-server.tsx). The server loads
 * the bundle by path, and neither imports the other.
 */
export interface PageBundle {
  /** Paths of the pages without an id. */
  builtPaths: readonly string[];
  /**
   * Renders the page of an absolute URL once its data is loaded or known to be missing. Reads have their own
   * timeouts, and the page itself shows that a read has failed. Rejects if the page cannot be rendered, and with the
   * reason of an aborted `signal`.
   */
  render(address: string, options: PageOptions & { info: SiteInfo }): Promise<RenderedPage>;
  /**
   * Renders a notice, which needs no reads. The server caches it. `reference` is the id by which the failure can be
   * found in the log.
   */
  renderNotice(kind: NoticeKind, options: { info: SiteInfo; reference: string }): Promise<RenderedPage>;
}

/** Pages that only show a list. */
export type ListPage = 'portfolio' | 'publishing' | 'team';

/** The post to which the footer links. */
export type NewestPost = Pick<Blog, 'id' | 'blog_title' | 'created_at'>;

/** Options for rendering one page. */
export interface PageOptions {
  /** The list pages that are empty, as far as known at render time: menus do not link to them. */
  emptyPages?: () => readonly ListPage[];
  /** The newest post, if it is known without a read. Otherwise the page uses the posts that it reads, if any. */
  newestPost?: () => NewestPost | undefined;
  reads: PublicReads;
  /** Aborted when no client waits for the page any more. */
  signal?: AbortSignal;
  /** The outcome of a form that was posted to the page. */
  outcome?: PageOutcome;
}

/** Pages that are rendered once, at server start: too many requests, and a page that could not be rendered. */
export type NoticeKind = 'busy' | 'failed';

/** A page as the server sends it. */
export interface RenderedPage {
  /** 200, 301, 404, 410 or 503. */
  status: number;
  /** False when a section had to be left out because a read failed: such a page is never cached. */
  whole: boolean;
  /** The page's new path, with its query; only with status 301. */
  movedTo?: string;
  /** Tags for the head: title, meta, link. */
  head: string;
  /** Content of #root. */
  html: string;
  /** The company, with those of its texts that the page shows. */
  info: SiteInfo;
  /** The state from which the browser hydrates the page; undefined for a page without scripts. */
  state: unknown;
  /** Source files of the page (keys of Vite's manifest), to link its styles and scripts. */
  files: string[];
}

/**
 * Reads what visitors can see: takes a path with query and returns the answer. Never rejects: a failure is an answer
 * with its status.
 */
export type PublicReads = (path: string, signal?: AbortSignal) => Promise<PublicRead>;

/** The answer to a read, as the BFF would send it. Do not change it: other readers may share it. */
export interface PublicRead {
  status: number;
  /** The envelope of shared/contract/README.md, "Answers", or any other body that a host has sent. */
  body: unknown;
}
