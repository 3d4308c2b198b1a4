import type { Request, Response } from 'playwright-core';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { Profile } from './profile.ts';

/** One answer as a page of the context received it. */
interface Exchange {
  method: string;
  url: string;
  status: number;
  requestHeaders: Record<string, string>;
  /** Names and values, one pair for each header line. */
  responseHeaders: { name: string; value: string }[];
  /** Undefined if the browser no longer had the body: a redirect, or a page that was left at once. */
  body: Buffer | undefined;
}

/** All messages and requests of the pages of one context. */
export interface Watch {
  /** Errors and warnings: "error: text [/path of the resource]", first line only. */
  readonly consoleLines: string[];
  readonly pageErrors: string[];
  readonly cspViolations: string[];
  /** Addresses outside the site's origin that a page requested. */
  readonly foreign: string[];
  /** Paths of reads that failed because the browser was offline (offline.ts). */
  readonly offlineReads: Set<string>;
  /** Every request, answered or not; only if the context was opened with `keepsRequests`. */
  readonly requests: Request[];
  /**
   * Resolves when the bodies of all answers so far are read; only if the context was opened with `keepsExchanges`.
   */
  exchanges(): Promise<Exchange[]>;
}

interface WatchOptions {
  /** Origin of the site. */
  origin: string;
  isVideo: (url: string) => boolean;
  /** The browser reports each request to the test, which costs a tenth of the page's time. */
  keepsRequests: boolean;
  /**
   * Every body is read from the browser again, which costs as much as the page itself: only for tests that need the
   * bodies.
   */
  keepsExchanges: boolean;
}

/** Watches every page of the context, future pages included. */
export function watchProfile(
  profile: Profile,
  { origin, isVideo, keepsRequests, keepsExchanges }: WatchOptions,
): Watch {
  const { context } = profile;
  const pending: Promise<Exchange>[] = [];
  const requests: Request[] = [];
  const watch: Watch = {
    consoleLines: [],
    pageErrors: [],
    cspViolations: [],
    foreign: [],
    offlineReads: new Set(),
    get requests() {
      if (!keepsRequests) throw new Error('Open the visitor with `keepsRequests`.');
      return requests;
    },
    exchanges() {
      if (!keepsExchanges) throw new Error('Open the visitor with `keepsExchanges`.');
      return Promise.all(pending);
    },
  };
  profile.onViolation = (text) => watch.cspViolations.push(text);
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Logged after some seconds, used or not: on a busy machine even before the first line of text is drawn.
    if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
    const { url } = message.location();
    // Lines of our own scripts are clear without the file, whose name changes with each build.
    const place =
      /^Failed to load/.test(message.text()) && URL.canParse(url) ? ` [${new URL(url).pathname}]` : '';
    watch.consoleLines.push(`${message.type()}: ${message.text().split('\n', 1)[0]}${place}`);
  });
  context.on('weberror', (error) => {
    watch.pageErrors.push(String(error.error()));
  });
  if (keepsRequests) context.on('request', (request) => void requests.push(request));
  // The tests' browser resolves only this machine: a request to another host always fails.
  context.on('requestfailed', (request) => {
    const url = new URL(request.url());
    const ours = url.origin === origin || /^(data|blob|about):$/.test(url.protocol);
    if (!ours && !isVideo(url.href)) watch.foreign.push(url.href);
    if (request.method() === 'GET' && request.failure()?.errorText === offlineError)
      watch.offlineReads.add(url.pathname);
  });
  if (keepsExchanges) context.on('response', (response) => void pending.push(readExchange(response)));
  return watch;
}

/**
 * Expects silence: no CSP violation, no page error, no request to another site, and on the console exactly the lines
 * of `expected`, each at least once. Lines of reads that failed offline are checked only if they are expected.
 */
export function expectQuiet(watch: Watch, expected: readonly string[] = []): void {
  expect(watch.cspViolations, 'CSP violations').toEqual([]);
  expect(watch.pageErrors, 'page errors').toEqual([]);
  expect(watch.foreign, 'requests to other sites').toEqual([]);
  const byChance = linesOfOfflineReads(watch);
  const judged = watch.consoleLines.filter((line) => expected.includes(line) || !byChance.has(line));
  expect([...new Set(judged)].sort(), 'console').toEqual([...new Set(expected)].sort());
}

/** A failed read writes two lines: the browser's with the path, and the request helper's without. */
function linesOfOfflineReads({ offlineReads }: Watch): ReadonlySet<string> {
  if (offlineReads.size === 0) return new Set();
  return new Set([
    ...[...offlineReads].map((path) => `error: Failed to load resource: ${offlineError} [${path}]`),
    apiCallError(messages['network.failed']),
  ]);
}

const offlineError = 'net::ERR_INTERNET_DISCONNECTED';

/** Returns the console line of the request helper of docs/product.md §7. */
function apiCallError(text: string): string {
  return `error: ${messages['api.callError']} ApiError: ${text}`;
}

async function readExchange(response: Response): Promise<Exchange> {
  const request = response.request();
  const [requestHeaders, responseHeaders, body] = await Promise.all([
    request.allHeaders().catch(() => request.headers()),
    response.headersArray().catch(() => []),
    response.body().catch(() => undefined),
  ]);
  return {
    method: request.method(),
    url: response.url(),
    status: response.status(),
    requestHeaders,
    responseHeaders,
    body,
  };
}
