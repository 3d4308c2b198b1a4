import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteInfo } from '#shared/site/site-info.ts';

/** A page as client/entry-server.tsx renders it. The server loads that bundle by path and imports nothing of the client. */
export interface RenderedPage {
  status: number;
  head: string;
  html: string;
  state: unknown;
  files: string[];
}

/** How the bundle reads: path with query in, status and JSON text out. */
export type BundleTransport = (
  path: string,
  init: { signal?: AbortSignal | null },
) => Promise<{ response: { ok: boolean; status: number }; text: string }>;

/** Renders a page; `signal` ends its reads. */
export type RenderPage = (address: string, signal: AbortSignal) => Promise<RenderedPage>;

/** What the built bundle can do. */
export interface Renderer {
  render: RenderPage;
  /** Paths of the pages that need no id: those that can be listed. */
  paths: readonly string[];
}

interface PageBundle {
  builtPaths: readonly string[];
  render(address: string, signal: AbortSignal, info: SiteInfo): Promise<RenderedPage>;
  setTransport(transport: BundleTransport): void;
}

/** The bundle is one for the process, and a process may run several products: each page finds its own reads here. */
const reads = new AsyncLocalStorage<BundleTransport>();

/** Loads the built bundle; its pages speak of `info` and read by `transport`. Undefined when there is none. */
export async function loadRenderer(
  dir: string,
  info: SiteInfo,
  transport: BundleTransport,
): Promise<Renderer | undefined> {
  const file = join(dir, 'entry-server.js');
  if (!existsSync(file)) return undefined;
  const bundle = (await import(pathToFileURL(file).href)) as PageBundle;
  bundle.setTransport((path, init) => {
    const own = reads.getStore();
    if (!own) throw new Error('A page reads only while it is rendered.');
    return own(path, init);
  });
  return {
    render: (address, signal) => reads.run(transport, () => bundle.render(address, signal, info)),
    paths: bundle.builtPaths,
  };
}
