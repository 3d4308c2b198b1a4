import type { Logger } from 'pino';
import type { RenderedPage } from '#shared/page-bundle.ts';
import { notAsked } from '../bff/reads/shared-reads.ts';
import { AnswerCache } from '../cache/answer-cache.ts';
import type { Found, Made } from '../cache/answers.ts';
import { keyOfPage } from '../cache/cache-key.ts';
import type { DiskStore } from '../cache/disk-store.ts';
import { bytesOf, type PreparedAnswer, prepareAnswer, renewedAnswer } from '../cache/prepared-answer.ts';
import { AppError } from '../errors.ts';
import type { Problem } from '../http/request-notes.ts';
import type { OpenReads, ReadSummary } from './public-reads.ts';
import type { TakeSlot } from './render-slots.ts';

/**
 * Result of making a page: a page that all visitors share (`prepared`), or a page only for the callers who waited for
 * it.
 */
type SharedPage =
  | KeptPage
  | { prepared?: undefined; page: RenderedPage; html: string; problems: readonly Problem[] };

/** A cached page, and the answers from which it was made. */
interface KeptPage {
  prepared: PreparedAnswer;
  answers: ReadSummary['answers'];
  /** When the page was rendered, in milliseconds since 1970. */
  renderedAt: number;
  /** `layout()` when the page was rendered. */
  layout?: string;
}

/**
 * How long a rendered page may be reused while its reads are unchanged, in milliseconds. The time is limited because
 * two things on a page change without a new read: how many days are left until a job closes, and the placeholders of
 * pictures.
 */
const renderedMs = 10 * 60_000;
/**
 * Maximum age of the answers from which a page is made, in milliseconds; older ones are used only if the host does
 * not answer.
 */
const freshMs = 5_000;

/**
 * The public pages for visitors without a session, each rendered once for all (server/cache/README.md).
 */
export interface SharedPages {
  /**
   * Returns the page at a target (path with query). Undefined if part of its content is meant for one visitor only.
   * Rejects with AppError `answer.busy` if there was no free slot, with the error if rendering failed, and with the
   * reason of `signal`.
   */
  get(
    target: string,
    options: { requestId: string; signal: AbortSignal },
  ): Promise<Found<SharedPage> | undefined>;
  readonly cache: AnswerCache<SharedPage>;
}

interface SharedPagesOptions {
  /** Renders the page at a whole URL. */
  render: (
    address: string,
    options: { reads: ReturnType<OpenReads>; signal: AbortSignal },
  ) => Promise<RenderedPage>;
  makeHtml: (page: RenderedPage) => string;
  takeSlot: TakeSlot;
  openReads: OpenReads;
  /** How long the reads of one page may take together, in milliseconds. */
  readsMs: number;
  origin: string;
  /**
   * Returns a text that changes with everything on a page that is not read for it: the company, and the pages that
   * menus leave out.
   */
  layout: () => string;
  /** True while the API host counts as down. */
  isDown: () => boolean;
  log: Logger;
  /** Maximum total size of the cached pages, in bytes. */
  maxBytes: number;
  /** Disk cache in which pages outlive the process; absent if there is none. */
  disk?: DiskStore;
  now?: () => number;
}

export function createSharedPages(options: SharedPagesOptions): SharedPages {
  const { render, makeHtml, takeSlot, openReads, readsMs, origin, layout, isDown, log, maxBytes, disk, now } =
    options;
  const cache = new AnswerCache<SharedPage>({
    maxBytes,
    ...(now && { now }),
    // A page on disk has no record of the answers from which it was made, so it is rendered again as soon as the host
    // answers.
    disk: disk && {
      stored: disk.namespace('pages'),
      toValue: (prepared) => ({ prepared, answers: new Map(), renderedAt: 0 }),
    },
    renewed: renewedAnswer,
    onRefreshFailed(error, key) {
      if (error instanceof AppError && notAsked.has(error.code)) return;
      log.warn({ path: key.split('?', 1)[0], err: error }, 'a cached page could not be refreshed');
    },
  });

  /**
   * Returns the stored page if all answers from which it was made are unchanged, so that it need not be rendered
   * again.
   */
  async function keepPage(
    before: SharedPage | undefined,
    requestId: string,
    signal: AbortSignal,
  ): Promise<Made<SharedPage> | undefined> {
    if (!before?.prepared || !isOfNow(before.renderedAt)) return undefined;
    const { seen, areSame } = openReads.forEverybody({ requestId, ms: readsMs, signal });
    if (!(await areSame(before.answers)) || before.layout !== layout()) return undefined;
    return {
      value: before,
      keep: seen.ageMs <= freshMs ? 'store' : 'leave',
      bytes: bytesOf(before.prepared),
      madeAt: cache.now() - seen.ageMs,
      endsAt: seen.endsAt,
    };
  }

  async function makePage(
    key: string,
    requestId: string,
    signal: AbortSignal,
    before: SharedPage | undefined,
  ): Promise<Made<SharedPage>> {
    // While the host is down, a new page would lack its content. When this error is thrown, the cache serves the
    // stored page.
    if (before?.prepared && isDown()) throw new AppError('upstream.down', 503);
    // An error is ignored here: if a read fails, the page that is then rendered reports it.
    const kept = await keepPage(before, requestId, signal).catch(() => undefined);
    if (kept) return kept;
    const endTurn = await takeSlot(signal);
    signal.throwIfAborted();
    if (!endTurn) throw new AppError('answer.busy', 503, { headers: { 'Retry-After': '10' } });
    const layoutBefore = layout();
    const { reads, seen } = openReads.forEverybody({ requestId, ms: readsMs, signal });
    const page = await render(new URL(key, origin).href, { reads, signal }).finally(endTurn);
    if (page.movedTo !== undefined)
      return { value: { page, html: '', problems: seen.problems }, keep: 'remove', bytes: 0 };
    const html = makeHtml(page);
    if (seen.isPersonal) return { value: { page, html, problems: seen.problems }, keep: 'pass', bytes: 0 };
    const isGone = page.status === 404 || page.status === 410;
    if (page.status !== 200 || !page.whole) {
      return { value: { page, html, problems: seen.problems }, keep: isGone ? 'remove' : 'leave', bytes: 0 };
    }
    const prepared = prepareAnswer(Buffer.from(html), {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      // A visitor with a session gets another page at this URL, so a cache must not use the page for requests with
      // other cookies.
      Vary: 'Cookie',
    });
    return {
      value: { prepared, answers: seen.answers, renderedAt: Date.now(), layout: layoutBefore },
      keep: 'store',
      bytes: bytesOf(prepared),
      // A page counts as old as the oldest of the answers from which it was made.
      madeAt: cache.now() - seen.ageMs,
      endsAt: seen.endsAt,
    };
  }

  return {
    cache,
    get(target, { requestId, signal }) {
      const { key, isRare } = keyOfPage(target);
      const make = (end: AbortSignal, before: SharedPage | undefined) =>
        makePage(key, requestId, end, before);
      return cache.get(key, make, { signal, isRare });
    },
  };
}

/** True for a page that was rendered within the last `renderedMs`, and today (UTC). */
function isOfNow(renderedAt: number): boolean {
  const now = Date.now();
  const dayOf = (time: number) => Math.floor(time / (24 * 60 * 60_000));
  return now >= renderedAt && now - renderedAt < renderedMs && dayOf(now) === dayOf(renderedAt);
}
