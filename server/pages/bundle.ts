import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageOutcome } from '#shared/page-forms.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';

/** A page as client/entry-server.tsx renders it. The server loads that bundle by path and imports nothing of the client. */
export interface RenderedPage {
  status: number;
  /** False when a section had to be left out: such a page is not kept by anybody. */
  whole: boolean;
  /** With 301. */
  movedTo?: string;
  head: string;
  html: string;
  /** What the browser goes on from; undefined for a page that no script takes over. */
  state: unknown;
  files: string[];
}

/** How the bundle reads: path with query in, status and JSON text out. */
export type BundleTransport = (
  path: string,
  init: { signal?: AbortSignal | null },
) => Promise<{ response: { ok: boolean; status: number }; text: string }>;

/** What one page is rendered with. */
export interface PageOptions {
  reads: BundleTransport;
  /** Fires when nobody waits for the page any more; the render then rejects with its reason. */
  leaving: AbortSignal;
  /** What became of the form that was posted to it. */
  outcome?: PageOutcome | undefined;
}

/** Pages that need no reads, made once: too many at once, and a page that could not be made. */
export type NoticeKind = 'busy' | 'failed';

/** What the built bundle can do. */
export interface Renderer {
  /** Renders the page of a whole address. A host that fails is part of the page; what rejects is a fault of ours. */
  render(address: string, options: PageOptions): Promise<RenderedPage>;
  /** `reference` is what staff finds the failure in the log by. */
  renderNotice(kind: NoticeKind, reference: string): Promise<RenderedPage>;
  /** Paths of the pages that need no id: those that can be listed. */
  paths: readonly string[];
}

interface PageBundle {
  builtPaths: readonly string[];
  render(
    address: string,
    options: { info: SiteInfo; leaving: AbortSignal; outcome: PageOutcome | undefined },
  ): Promise<RenderedPage>;
  renderNotice(kind: NoticeKind, options: { info: SiteInfo; reference: string }): Promise<RenderedPage>;
  setTransport(transport: BundleTransport): void;
}

/** The bundle is one for the process, and pages are rendered beside each other: each finds its own reads here. */
const ownReads = new AsyncLocalStorage<BundleTransport>();

/** Loads the built bundle; its pages speak of `info`. Undefined when there is none. */
export async function loadRenderer(dir: string, info: SiteInfo): Promise<Renderer | undefined> {
  const file = join(dir, 'entry-server.js');
  if (!existsSync(file)) return undefined;
  const bundle = (await import(pathToFileURL(file).href)) as PageBundle;
  bundle.setTransport((path, init) => {
    const reads = ownReads.getStore();
    if (!reads) throw new Error('A page reads only while it is rendered.');
    return reads(path, init);
  });
  return {
    render: (address, { reads, leaving, outcome }) =>
      ownReads.run(reads, () => bundle.render(address, { info, leaving, outcome })),
    renderNotice: (kind, reference) => bundle.renderNotice(kind, { info, reference }),
    paths: bundle.builtPaths,
  };
}
