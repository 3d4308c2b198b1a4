import type { Request, Response } from 'express';
import type { ContractRow } from '#shared/contract/index.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { Capabilities } from '../../bff/capabilities.ts';
import { disconnectSignal } from '../../bff/upstream/disconnect-signal.ts';
import { unusableAnswer } from '../../bff/upstream/failures.ts';
import { upstreamHeaders } from '../../bff/upstream/headers.ts';
import { isJson, readJson } from '../../bff/upstream/json-answer.ts';
import { jsonBody } from '../../bff/upstream/json-body.ts';
import { dumpAnswer, hostFailure, isRedirect, refusalEnvelope } from '../../bff/upstream/refusals.ts';
import type { Upstream } from '../../bff/upstream/upstream.ts';
import { requestIdOf } from '../../http/request-id.ts';

/** The host's answer to a call of a page by link. */
interface HostAnswer {
  status: number;
  envelope: Partial<Envelope>;
}

/**
 * Makes a public POST call of the contract for a person who opened a link. The secret is sent in the body, because
 * URLs get into logs. Undefined if the host lacks the call. Rejects with AppError when the host fails.
 */
export type AskHost = (row: ContractRow, body: unknown) => Promise<HostAnswer | undefined>;

/** Returns the function that makes the calls of one request. The calls contain nothing of a session. */
export function askHostFor(
  { upstream, capabilities }: { upstream: Upstream; capabilities: Capabilities },
  req: Request,
  res: Response,
): AskHost {
  return async (row, body) => {
    if (!capabilities.has(row)) return undefined;
    const json = jsonBody(body);
    const answer = await upstream.request({
      method: row.method,
      path: row.path,
      row,
      headers: {
        ...upstreamHeaders(req, {
          url: upstream.url,
          requestId: requestIdOf(res),
          body: { contentType: 'application/json', length: json.bytes.length },
          without: ['accept', 'if-none-match', 'if-modified-since', 'range'],
        }),
        accept: 'application/json',
      },
      json,
      signal: disconnectSignal(res),
    });
    const { status } = answer;
    if (status >= 500) throw await hostFailure(answer);
    if (isRedirect(status) || !isJson(answer)) {
      dumpAnswer(answer);
      if (status === 404 || status === 405) return undefined;
      throw unusableAnswer(new Error(`status ${status} to ${row.name}`));
    }
    const answered = await readJson(answer);
    const envelope: Partial<Envelope> = refusalEnvelope(status, answered) ?? {};
    if (capabilities.isMissing(row, status, envelope.message)) return undefined;
    return { status, envelope: status < 300 ? (answered as Partial<Envelope>) : envelope };
  };
}
