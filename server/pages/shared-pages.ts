import type { Logger } from 'pino';
import type { RenderedPage } from '#shared/page-bundle.ts';
import { notAsked } from '../bff/reads/reads.ts';
import { AnswerCache, keyOfPage, type Made } from '../cache/answer-cache.ts';
import type { DiskStore } from '../cache/disk-store.ts';
import { AppError } from '../errors.ts';
import { bytesOf, type ReadyAnswer, readyAnswer, renewedAnswer } from '../http/ready-answer.ts';
import type { Problem } from '../http/requests.ts';
import { createQueue } from '../process/queue.ts';
import type { OpenReads } from './public-reads.ts';

/**
 * Result of making a page: a page that all visitors share (`prepared`), or a page only for the callers who waited for
 * it.
 */
type SharedPage =
  | { prepared: ReadyAnswer }
  | { prepared?: undefined; page: RenderedPage; html: string; problems: readonly Problem[] };

interface SharedPagesOptions {
  /** Renders the page at a whole URL. */
  render: (address: string, options: { reads: ReturnType<OpenReads> }) => Promise<RenderedPage>;
  makeHtml: (page: RenderedPage) => string;
  takeSlot: TakeSlot;
  openReads: OpenReads;
  /** How long the reads of one page may take together, in milliseconds. */
  readsMs: number;
  origin: string;
  /** True while the API host counts as down. */
  isDown: () => boolean;
  log: Logger;
  /** Maximum total size of the cached pages, in bytes. */
  maxBytes: number;
  /** Disk cache in which pages outlive the process; absent if there is none. */
  disk?: DiskStore;
  now?: () => number;
}

/**
 * Creates the public pages for visitors without a session, each rendered once for all (server/cache/README.md).
 */
export function createSharedPages(options: SharedPagesOptions) {
  const { render, makeHtml, takeSlot, openReads, readsMs, origin, isDown, log, maxBytes, disk, now } =
    options;
  const cache = new AnswerCache<SharedPage>({
    maxBytes,
    ...(now && { now }),
    disk: disk && { stored: disk.namespace('pages'), toValue: (prepared) => ({ prepared }) },
    renewed: renewedAnswer,
    onRefreshFailed(error, key) {
      if (error instanceof AppError && notAsked.has(error.code)) return;
      log.warn({ path: key.split('?', 1)[0], err: error }, 'a cached page could not be refreshed');
    },
  });

  async function makePage(
    key: string,
    requestId: string,
    before: SharedPage | undefined,
  ): Promise<Made<SharedPage>> {
    // While the host is down, a new page would lack its content. When this error is thrown, the cache serves the
    // stored page.
    if (before?.prepared && isDown()) throw new AppError('upstream.down', 503);
    const endTurn = await takeSlot();
    if (!endTurn) throw new AppError('answer.busy', 503, { headers: { 'Retry-After': '10' } });
    const isPatient = before?.prepared !== undefined;
    const { reads, seen } = openReads.forEverybody({ requestId, ms: readsMs, isPatient });
    const page = await render(new URL(key, origin).href, { reads }).finally(endTurn);
    const hasMoved = page.movedTo !== undefined;
    const html = hasMoved ? '' : makeHtml(page);
    const value = { page, html, problems: seen.problems };
    if (seen.isPersonal && !hasMoved) return { value, keep: 'pass', bytes: 0 };
    if (hasMoved || page.status === 404 || page.status === 410) return { value, keep: 'remove', bytes: 0 };
    if (page.status !== 200 || !page.whole) return { value, keep: 'leave', bytes: 0 };
    const prepared = readyAnswer(Buffer.from(html), {
      type: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
      // A visitor with a session gets another page at this URL, so a cache must not use the page for requests with
      // other cookies.
      headers: { Vary: 'Cookie' },
      isPacked: true,
    });
    return {
      value: { prepared },
      keep: 'store',
      bytes: bytesOf(prepared),
      // A page counts as old as the oldest of the answers from which it was made.
      madeAt: cache.now() - seen.ageMs,
      endsAt: seen.endsAt,
    };
  }

  return {
    cache,
    /**
     * Returns the page at a target (path with query). Undefined if part of its content is meant for one visitor only.
     * Rejects with AppError `answer.busy` if there was no free slot, with the error if rendering failed, and with the
     * reason of `signal`.
     */
    get(target: string, { requestId, signal }: { requestId: string; signal: AbortSignal }) {
      const { key, isRare } = keyOfPage(target);
      return cache.get(key, (before) => makePage(key, requestId, before), { signal, isRare });
    },
  };
}

interface RenderSlotsOptions {
  /** Number of pages that may be rendered at the same time. */
  atOnce: number;
  /** How long a page waits for a free slot, in milliseconds. */
  waitMs: number;
  /** How long a page may hold its slot while it waits for the API host, in milliseconds. */
  turnMs: number;
}

/**
 * Waits for a slot, and resolves with the function that gives it back; undefined if no slot became free in time, or
 * `signal` fired.
 */
type TakeSlot = ReturnType<typeof createRenderSlots>;

/**
 * Limits how many pages are rendered at the same time, so that in a burst of requests some pages are finished in
 * time, instead of all of them too late. A page that is not finished after `turnMs` probably waits for a slow host
 * and uses no processor time: it continues without its slot, which goes to the next page. Otherwise `atOnce` pages
 * that wait for a dead host would block the site.
 */
export function createRenderSlots({ atOnce, waitMs, turnMs }: RenderSlotsOptions) {
  const inSlot = createQueue({ atOnce });
  return (signal?: AbortSignal): Promise<(() => void) | undefined> =>
    new Promise((resolve) => {
      const turn = () =>
        new Promise<void>((end) => {
          const timer = setTimeout(end, turnMs);
          resolve(() => {
            clearTimeout(timer);
            end();
          });
        });
      inSlot(turn, AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(waitMs)])).catch(() =>
        resolve(undefined),
      );
    });
}
