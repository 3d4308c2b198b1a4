import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { textOf } from '#shared/desk-messages.ts';
import type { PublicRead, PublicReads } from '#shared/page-bundle.ts';
import type { Capabilities } from '../bff/capabilities.ts';
import type { ReadAnswer } from '../bff/reads/fetch-read.ts';
import type { ReadHost } from '../bff/reads/host-reads.ts';
import type { SharedReads } from '../bff/reads/shared-reads.ts';
import { disconnectSignal } from '../bff/upstream/disconnect-signal.ts';
import { headersOfNobody, upstreamHeaders } from '../bff/upstream/headers.ts';
import type { Params, Upstream } from '../bff/upstream/upstream.ts';
import type { PreparedAnswer } from '../cache/prepared-answer.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { causeOf } from '../http/causes.ts';
import { requestIdOf } from '../http/request-id.ts';
import { noteProblems, type Problem } from '../http/request-notes.ts';

interface PublicReadsOptions {
  upstream: Upstream;
  capabilities: Capabilities;
  readHost: ReadHost;
  sharedReads: SharedReads;
  publicUrl: URL;
  config: Pick<Config, 'UPSTREAM_MEDIA_PATHS'>;
  log: Logger;
}

interface ReadsOptions {
  /** How long all reads of this request may take together, in milliseconds. */
  ms: number;
  /** What is read is for others too: it goes on when the one who asked first has left. */
  shared?: boolean;
}

/** What a page that is made for everybody has to know of what it read. */
export interface ReadsSeen {
  /** The age of the oldest answer, in milliseconds. */
  ageMs: number;
  /** Milliseconds since 1970 from which one of the answers is no longer true. */
  endsAt: number;
  /** The host gives one of the answers to each visitor on their own. */
  isPersonal: boolean;
  /** What was read, by path: a kept answer, or which calls the host lacks; undefined for what was neither. */
  answers: Map<string, PreparedAnswer | string | undefined>;
  /** Which reads failed, and why. */
  problems: Problem[];
}

/** Opens reads of what visitors can see. */
export interface OpenReads {
  /** The reads of one request. */
  (req: Request, res: Response, options: ReadsOptions): PublicReads;
  /** The reads of something that is for everybody: nothing of any visitor goes to the host. */
  forEverybody(options: { requestId: string; ms: number; signal: AbortSignal }): {
    reads: PublicReads;
    seen: ReadsSeen;
    /** True when each of these paths is still answered by the very same. A stale answer is waited for. */
    areSame(answers: ReadsSeen['answers']): Promise<boolean>;
  };
}

/** A call of the contract: its row, and what stands in its path. */
interface Matched {
  row: ContractRow;
  params: Params;
}

interface Asker {
  requestId: string;
  /** How long all reads together may take, in milliseconds. */
  ms: number;
  headers: Record<string, string>;
  /** Fires when nobody waits any more. */
  left: AbortSignal | undefined;
  /** Told of each read that fails. */
  onProblem?: (problem: Problem) => void;
}

/**
 * Answers the reads of a page that is being made, as the BFF answers a visitor's: same rows, same headers, same sanitising, same
 * envelope, same cache, no session. Only public reads: a page never shows more than a visitor could fetch. The log says why one failed,
 * with the id of the request, which the API host gets too; a visitor who leaves is no failure.
 */
export function publicReads(options: PublicReadsOptions): OpenReads {
  const { upstream, publicUrl } = options;

  const openReads = (req: Request, res: Response, { ms, shared = false }: ReadsOptions) => {
    const requestId = requestIdOf(res);
    const headers = {
      ...upstreamHeaders(req, { url: upstream.url, requestId, without: ofTheDocument }),
      accept: 'application/json',
      // Pages have one origin, by whatever name they were asked for.
      'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
      'x-forwarded-host': publicUrl.host,
    };
    const left = shared ? undefined : disconnectSignal(res);
    const onProblem = (problem: Problem) => noteProblems(res, [problem]);
    return new ReadsOfOne(options, { requestId, ms, headers, left, onProblem }).reads;
  };
  openReads.forEverybody = ({ requestId, ms, signal }: Parameters<OpenReads['forEverybody']>[0]) => {
    const headers = headersOfNobody({ url: upstream.url, publicUrl, requestId });
    const opened = new ReadsOfOne(options, { requestId, ms, headers, left: signal });
    return { reads: opened.reads, seen: opened.seen, areSame: opened.areSame };
  };
  return openReads;
}

/** The reads of one request, or of one answer for everybody. */
class ReadsOfOne {
  readonly seen: ReadsSeen = {
    ageMs: 0,
    endsAt: Number.POSITIVE_INFINITY,
    isPersonal: false,
    answers: new Map(),
    problems: [],
  };
  readonly #options: PublicReadsOptions;
  readonly #asker: Asker;
  /** Fires when the page has no more time. */
  readonly #overdue: AbortSignal;

  constructor(options: PublicReadsOptions, asker: Asker) {
    this.#options = options;
    this.#asker = asker;
    this.#overdue = AbortSignal.timeout(asker.ms);
  }

  readonly reads: PublicReads = async (path, signal) => {
    const { capabilities } = this.#options;
    const { row, params } = matchContract('GET', path.split('?', 1)[0] ?? '');
    if (row?.name === contract.hostCalls.name) {
      const missing = await capabilities.missing();
      this.seen.answers.set(path, String(missing));
      const { restores } = capabilities;
      return success({ missing, ...(restores && { restores }) });
    }
    if (row?.access !== 'public' || row.origin === 'session') return failure('request.notFound', 404);
    return this.#read({ row, params }, path, signal);
  };

  readonly areSame = async (answers: ReadsSeen['answers']): Promise<boolean> => {
    const same = await Promise.all([...answers].map(([path, before]) => this.#isSame(path, before)));
    return same.every(Boolean);
  };

  async #isSame(path: string, before: PreparedAnswer | string | undefined): Promise<boolean> {
    const { capabilities, sharedReads } = this.#options;
    const { row, params } = matchContract('GET', path.split('?', 1)[0] ?? '');
    if (!row || before === undefined) return false;
    if (typeof before === 'string') return before === String(await capabilities.missing());
    const { requestId } = this.#asker;
    const found = await sharedReads.get(row, path, {
      params,
      requestId,
      signal: this.#end(),
      isPatient: true,
    });
    if (found) this.#note(found);
    return found?.value.prepared === before;
  }

  async #read(matched: Matched, path: string, signal: AbortSignal | undefined): Promise<PublicRead> {
    const { left } = this.#asker;
    try {
      return await this.#ask(matched, path, this.#end(signal));
    } catch (error) {
      if (left?.aborted || signal?.aborted) return failure('request.aborted', 499);
      const known = this.#inTime(error);
      if (known.status >= 500 || isRefused(known)) this.#report(known, matched);
      return failure(known.code, known.status);
    }
  }

  /** From the cache of all visitors where the row may be shared, and for this asker alone where not. */
  async #ask({ row, params }: Matched, path: string, signal: AbortSignal): Promise<PublicRead> {
    const { sharedReads, readHost, upstream, publicUrl, config } = this.#options;
    const { requestId, headers } = this.#asker;
    const found = await sharedReads.get(row, path, { params, requestId, signal });
    if (found) {
      this.#note(found);
      const { prepared } = found.value;
      this.seen.answers.set(path, prepared);
      if (prepared) return { status: 200, body: JSON.parse(prepared.bodies.identity.toString()) };
      if (found.value.answer.status < 300) this.seen.isPersonal = true;
      return answered(found.value.answer);
    }
    // A form's token is no part of what a page says: it says when a page was made, and pages may share it.
    if (row.freshSeconds !== undefined) this.seen.isPersonal = true;
    const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: config.UPSTREAM_MEDIA_PATHS };
    return answered(await readHost({ row, params, method: 'GET', path, headers, rules, signal }));
  }

  #note({ ageMs, endsAt }: { ageMs: number; endsAt: number }): void {
    this.seen.ageMs = Math.max(this.seen.ageMs, ageMs);
    this.seen.endsAt = Math.min(this.seen.endsAt, endsAt);
  }

  #report(known: AppError, { row }: Matched): void {
    const { requestId: id, onProblem } = this.#asker;
    const asked = known.askedAs ?? id;
    const problem = { call: row.name, cause: causeOf(known), asked };
    this.seen.problems.push(problem);
    onProblem?.(asked === id ? { ...problem, asked: undefined } : problem);
    this.#options.log.warn(
      { id, ...problem, code: known.code, err: known.cause ?? known },
      'a read for a page failed',
    );
  }

  /** A read that we ended ourselves, because the page has no more time, is a host that did not answer in time. */
  #inTime(error: unknown): AppError {
    const isEnded = !(error instanceof AppError) || error.code === 'request.aborted';
    if (this.#overdue.aborted && isEnded) {
      const text = `no answer within the ${this.#asker.ms} ms that a page may take`;
      const cause = Object.assign(new Error(text), { code: 'PAGE_TIMEOUT' });
      return new AppError('upstream.timeout', 504, { cause });
    }
    return error instanceof AppError ? error : new AppError('request.failed', 500, { cause: error });
  }

  /** Fires when the page has no more time, or nobody waits for it. */
  #end(signal?: AbortSignal): AbortSignal {
    const signals = [this.#overdue, this.#asker.left, signal];
    return AbortSignal.any(signals.filter((each) => each instanceof AbortSignal));
  }
}

/** What is read for many comes as bytes, also when it turns out to be for one. */
function answered({ status, body, bytes }: ReadAnswer): PublicRead {
  if (isRefused({ status })) throw refusal(status);
  return { status, body: bytes ? JSON.parse(bytes.toString()) : body };
}

/** Of the browser's headers these are about the document that it asked for, and not about what stands in it. */
const ofTheDocument = ['accept', 'accept-language', 'if-none-match', 'if-modified-since', 'range'] as const;

/** 401, 403, 429 and their like: no visitor can do anything about them, and the host's words are not for visitors. */
function isRefused({ status }: Pick<ReadAnswer, 'status'>): boolean {
  return status >= 400 && status < 500 && ![404, 410, 422].includes(status);
}

function refusal(status: number): AppError {
  const cause = new Error(`the API host answered ${status}`);
  return new AppError(status === 429 ? 'upstream.busy' : 'upstream.refused', status, { cause });
}

function success(data: unknown): PublicRead {
  return { status: 200, body: { status: 1, data } };
}

function failure(code: AppError['code'], status: number): PublicRead {
  return { status, body: { status: 0, code, message: textOf(code) } };
}
