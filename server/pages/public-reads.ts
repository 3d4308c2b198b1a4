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

/**
 * Answers the reads of a page that is being made, as the BFF answers a visitor's: same rows, same headers, same sanitising, same
 * envelope, same cache, no session. Only public reads: a page never shows more than a visitor could fetch. Why one failed is in
 * the log, with the id of the request, which the API host gets too; a visitor who leaves is no failure.
 */
export function publicReads(options: PublicReadsOptions): OpenReads {
  const { upstream, capabilities, readHost, sharedReads, publicUrl, config, log } = options;
  const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: config.UPSTREAM_MEDIA_PATHS };

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
    return open({ requestId, ms, headers, left, onProblem }).reads;
  };
  openReads.forEverybody = ({ requestId, ms, signal }: Parameters<OpenReads['forEverybody']>[0]) =>
    open({
      requestId,
      ms,
      headers: headersOfNobody({ url: upstream.url, publicUrl, requestId }),
      left: signal,
    });
  return openReads;

  function open(asker: Asker): ReturnType<OpenReads['forEverybody']> {
    const { requestId: id, ms, headers, left, onProblem } = asker;
    const overdue = AbortSignal.timeout(ms);
    const seen: ReadsSeen = {
      ageMs: 0,
      endsAt: Number.POSITIVE_INFINITY,
      isPersonal: false,
      answers: new Map(),
      problems: [],
    };

    /** From the cache of all visitors where the row may be shared, and for this asker alone where not. */
    async function ask({ row, params }: Matched, path: string, signal: AbortSignal): Promise<PublicRead> {
      const found = await sharedReads.get(row, path, { params, requestId: id, signal });
      if (found) {
        note(found);
        const { prepared } = found.value;
        seen.answers.set(path, prepared);
        if (prepared) return { status: 200, body: JSON.parse(prepared.bodies.identity.toString()) };
        if (found.value.answer.status < 300) seen.isPersonal = true;
        return answered(found.value.answer);
      }
      // A form's token is no part of what a page says: it says when a page was made, and pages may share it.
      if (row.freshSeconds !== undefined) seen.isPersonal = true;
      return answered(await readHost({ row, params, method: 'GET', path, headers, rules, signal }));
    }

    function note({ ageMs, endsAt }: { ageMs: number; endsAt: number }): void {
      seen.ageMs = Math.max(seen.ageMs, ageMs);
      seen.endsAt = Math.min(seen.endsAt, endsAt);
    }

    async function areSame(answers: ReadsSeen['answers']): Promise<boolean> {
      const signal = AbortSignal.any([overdue, left].filter((each) => each instanceof AbortSignal));
      const same = await Promise.all(
        [...answers].map(async ([path, before]) => {
          const { row, params } = matchContract('GET', path.split('?', 1)[0] ?? '');
          if (!row || before === undefined) return false;
          if (typeof before === 'string') return before === String(await capabilities.missing());
          const found = await sharedReads.get(row, path, { params, requestId: id, signal, isPatient: true });
          if (found) note(found);
          return found?.value.prepared === before;
        }),
      );
      return same.every(Boolean);
    }

    async function read(
      matched: Matched,
      path: string,
      signal: AbortSignal | undefined,
    ): Promise<PublicRead> {
      const signals = [overdue, left, signal].filter((each) => each instanceof AbortSignal);
      try {
        return await ask(matched, path, AbortSignal.any(signals));
      } catch (error) {
        if (left?.aborted || signal?.aborted) return failure('request.aborted', 499);
        const known = inTime(error);
        if (known.status >= 500 || isRefused(known)) {
          const asked = known.askedAs ?? id;
          const problem = { call: matched.row.name, cause: causeOf(known), asked };
          seen.problems.push(problem);
          onProblem?.(asked === id ? { ...problem, asked: undefined } : problem);
          log.warn(
            { id, ...problem, code: known.code, err: known.cause ?? known },
            'a read for a page failed',
          );
        }
        return failure(known.code, known.status);
      }
    }

    /** A read that we ended ourselves, because the page has no more time, is a host that did not answer in time. */
    function inTime(error: unknown): AppError {
      const isEnded = !(error instanceof AppError) || error.code === 'request.aborted';
      if (overdue.aborted && isEnded) {
        return new AppError('upstream.timeout', 504, {
          cause: Object.assign(new Error(`no answer within the ${ms} ms that a page may take`), {
            code: 'PAGE_TIMEOUT',
          }),
        });
      }
      return error instanceof AppError ? error : new AppError('request.failed', 500, { cause: error });
    }

    const reads: PublicReads = async (path, signal) => {
      const { row, params } = matchContract('GET', path.split('?', 1)[0] ?? '');
      if (row?.name === contract.hostCalls.name) {
        const missing = await capabilities.missing();
        seen.answers.set(path, String(missing));
        const { restores } = capabilities;
        return success({ missing, ...(restores && { restores }) });
      }
      if (row?.access !== 'public' || row.origin === 'session') return failure('request.notFound', 404);
      return read({ row, params }, path, signal);
    };
    return { reads, seen, areSame };
  }
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
