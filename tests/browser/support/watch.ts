import { STATUS_CODES } from 'node:http';
import type { Request, Response } from 'playwright-core';
import { expect } from 'vitest';
import { messages } from '#shared/messages.ts';
import type { Profile } from './profile.ts';

/** One answer as a page of the context got it. */
export interface Exchange {
  method: string;
  url: string;
  status: number;
  requestHeaders: Record<string, string>;
  /** Names and values, one pair a header line. */
  responseHeaders: { name: string; value: string }[];
  /** Undefined when the browser had no body to show any more: a redirect, or a page that was left at once. */
  body: Buffer | undefined;
}

/** Everything that pages of one context said and got. */
export interface Watch {
  /** Errors and warnings: "error: text [/path of the resource]", first line only. */
  readonly consoleLines: string[];
  readonly pageErrors: string[];
  readonly cspViolations: string[];
  /** Addresses outside the site's origin that a page asked for. */
  readonly foreign: string[];
  /** Paths of reads that failed because the browser was offline (offline.ts). */
  readonly offlineReads: Set<string>;
  /** Every request, answered or not; only of a context that was opened to keep them. */
  readonly requests: Request[];
  /** Resolves when the bodies of all answers so far are read; only of a context that was opened to keep them. */
  exchanges(): Promise<Exchange[]>;
}

interface WatchOptions {
  /** The site's. */
  origin: string;
  isVideo: (url: string) => boolean;
  /** The browser tells the test of each one, which costs a tenth of the page. */
  keepsRequests: boolean;
  /** Every body is read again out of the browser, which costs as much as the page itself: for the journeys that look at them. */
  keepsExchanges: boolean;
}

/** Watches every page of the context, those to come included. */
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
    // Said when some seconds have passed, used or not: on a busy machine before the first line of text is set.
    if (/was preloaded using link preload but not used within a few seconds/.test(message.text())) return;
    const { url } = message.location();
    // Lines of our own scripts say enough without the file, whose name changes with each build.
    const place =
      /^Failed to load/.test(message.text()) && URL.canParse(url) ? ` [${new URL(url).pathname}]` : '';
    watch.consoleLines.push(`${message.type()}: ${message.text().split('\n', 1)[0]}${place}`);
  });
  context.on('weberror', (error) => {
    watch.pageErrors.push(String(error.error()));
  });
  if (keepsRequests) context.on('request', (request) => void requests.push(request));
  // The browser of the tests finds no host but this machine: whatever a page asks of another one fails.
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
 * Holds a journey to silence: no CSP violation, no error of the page, no request to another site, and on the console
 * exactly the lines of `expected`, each at least once. Lines of reads that failed offline are only judged where they are expected.
 */
export function expectQuiet(watch: Watch, expected: readonly string[] = []): void {
  expect(watch.cspViolations, 'CSP violations').toEqual([]);
  expect(watch.pageErrors, 'page errors').toEqual([]);
  expect(watch.foreign, 'requests to other sites').toEqual([]);
  const byChance = linesOfOfflineReads(watch);
  const judged = watch.consoleLines.filter((line) => expected.includes(line) || !byChance.has(line));
  expect([...new Set(judged)].sort(), 'console').toEqual([...new Set(expected)].sort());
}

/** A read that fails writes two lines: one of the browser's, with the path, and one of the request helper, without. */
function linesOfOfflineReads({ offlineReads }: Watch): ReadonlySet<string> {
  if (offlineReads.size === 0) return new Set();
  return new Set([...[...offlineReads].map(failedOffline), apiCallError(messages['network.failed'])]);
}

/** What the browser itself writes when an address answers with a failure. */
export function failedToLoad(status: number, path: string): string {
  return `error: Failed to load resource: the server responded with a status of ${status} (${STATUS_CODES[status]}) [${path}]`;
}

const offlineError = 'net::ERR_INTERNET_DISCONNECTED';

/** What the browser itself writes when it has no network to reach an address over. */
export function failedOffline(path: string): string {
  return `error: Failed to load resource: ${offlineError} [${path}]`;
}

/** The lines of edits that were refused because somebody else had saved first; each names who did, and when. */
export function conflictLines({ consoleLines }: Watch, count: number): string[] {
  const lines = consoleLines.filter((line) => /ApiError.*saved this at/.test(line));
  expect(lines, 'conflicts').toHaveLength(count);
  return lines;
}

/** What the request helper of docs/product.md §7 writes. */
export function apiCallError(text: string): string {
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
