import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { matchContract } from '#shared/contract/match.ts';
import { messageText } from '#shared/messages.ts';
import type { PublicRead, PublicReads } from '#shared/page-bundle.ts';
import type { Capabilities } from '../bff/hosts/capabilities.ts';
import type { ReadAnswer } from '../bff/reads/fetch-read.ts';
import type { ReadHost } from '../bff/reads/host-reads.ts';
import { disconnectSignal } from '../bff/upstream/disconnect-signal.ts';
import { upstreamHeaders } from '../bff/upstream/headers.ts';
import type { Upstream } from '../bff/upstream/upstream.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { requestIdOf } from '../http/request-id.ts';

interface PublicReadsOptions {
  upstream: Upstream;
  capabilities: Capabilities;
  readHost: ReadHost;
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

/** Opens the reads of one request. */
export type OpenReads = (req: Request, res: Response, options: ReadsOptions) => PublicReads;

/**
 * Answers the reads of a page that is being made, as the BFF answers a visitor's: same rows, same headers, same sanitising, same
 * envelope, no session. Only public reads: a page never shows more than a visitor could fetch. Why one failed is in the log, with
 * the id of the request, which the API host gets too; a visitor who leaves is no failure.
 */
export function publicReads({
  upstream,
  capabilities,
  readHost,
  publicUrl,
  config,
  log,
}: PublicReadsOptions): OpenReads {
  const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: config.UPSTREAM_MEDIA_PATHS };

  return (req, res, { ms, shared = false }) => {
    const id = requestIdOf(res);
    const left = shared ? undefined : disconnectSignal(res);
    const overdue = AbortSignal.timeout(ms);
    const headers = {
      ...upstreamHeaders(req, { url: upstream.url, requestId: id, without: ofTheDocument }),
      accept: 'application/json',
      // Pages have one origin, by whatever name they were asked for.
      'x-forwarded-proto': publicUrl.protocol.slice(0, -1),
      'x-forwarded-host': publicUrl.host,
    };

    async function read(
      row: ContractRow,
      path: string,
      signal: AbortSignal | undefined,
    ): Promise<PublicRead> {
      const signals = [overdue, left, signal].filter((each) => each instanceof AbortSignal);
      try {
        const answer = await readHost({
          row,
          method: 'GET',
          path,
          headers,
          rules,
          signal: AbortSignal.any(signals),
        });
        if (isRefused(answer)) throw refusal(answer.status);
        return { status: answer.status, body: answer.body };
      } catch (error) {
        if (left?.aborted || signal?.aborted) return failure('request.aborted', 499);
        const known = inTime(error);
        if (known.status >= 500 || isRefused(known)) {
          log.warn(
            { id, call: row.name, code: known.code, err: known.cause ?? known },
            'a read for a page failed',
          );
        }
        return failure(known.code, known.status);
      }
    }

    /** A read that we ended ourselves, because the page has no more time, is a host that did not answer in time. */
    function inTime(error: unknown): AppError {
      if (overdue.aborted && error instanceof AppError && error.code === 'request.aborted') {
        return new AppError('upstream.timeout', 504, {
          cause: new Error(`no answer within the ${ms} ms that a page may take`),
        });
      }
      return error instanceof AppError ? error : new AppError('request.failed', 500, { cause: error });
    }

    return async (path, signal) => {
      const { row } = matchContract('GET', path.split('?', 1)[0] ?? '');
      if (row?.name === contract.hostCalls.name) return success({ missing: await capabilities.missing() });
      if (row?.access !== 'public' || row.origin === 'session') return failure('request.notFound', 404);
      return read(row, path, signal);
    };
  };
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
  return { status, body: { status: 0, code, message: messageText(code) } };
}
