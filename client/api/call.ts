import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { BrowserRow, CallData, CallName } from '#shared/contract/index.ts';
import { saysSuccess } from '#shared/json.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { isForVisitors } from '#shared/visitors-text.ts';
import { ApiError, errorOfAnswer, isStatus } from './api-error.ts';
import { loadContract, loadDeskRows } from './contract.ts';
import { PageQueryClient } from './query-client.ts';
import { apiRequest, backgroundRequest, reportCallError } from './request.ts';
import type { UploadListener } from './upload.ts';

export interface CallOptions {
  /** Values for the `{param}` placeholders in the path of the call. */
  params?: Record<string, string | number>;
  /** Query parameters. A parameter that is undefined is left out. */
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON, unless it is a FormData (for calls with an upload). */
  body?: unknown;
  signal?: AbortSignal;
  /**
   * The query client that runs the query. Queries of public pages must pass it, because on the server only this
   * client can read.
   */
  client?: QueryClient;
  /** Called while a FormData is being sent. */
  onUpload?: UploadListener;
  /**
   * For a read whose rich text will be edited: requests the rich text as it is stored. The rich text for visitors
   * must not be saved, because its inline images are replaced by URLs. If the session has ended, the server sends the
   * text for visitors; sign-in is then requested, as after a 401.
   */
  asStored?: boolean;
  /**
   * For a read that was not started by a person: if the session has ended, the read fails and no sign-in is
   * requested.
   */
  background?: boolean;
}

/**
 * Makes a call of the contract. The `status` of the returned envelope is always the number 1 or 0, even if the host
 * sends "1" or nothing. If it is 1, `data` has the shape that the contract prescribes; an answer of another shape
 * throws an `ApiError` (upstream.badAnswer).
 */
export async function callApi<Name extends CallName>(
  name: Name,
  options: CallOptions = {},
): Promise<Envelope<CallData<Name>>> {
  const { row, callPath } = await rowOf(name).catch((error: ApiError) => {
    throw reported(error, options);
  });
  options.signal?.throwIfAborted();
  const path = callPath(row, options.params) + queryText(options.query);
  const { body, signal, onUpload, asStored, background } = options;
  const reads = readsOf(options);
  const answer = reads
    ? ((await readFrom(reads, path, signal)) as Envelope | undefined)
    : background
      ? await backgroundRequest<Envelope | undefined>(path, signal)
      : await apiRequest<Envelope | undefined>(
          row.method,
          path,
          body,
          undefined,
          signal,
          onUpload,
          asStored ? refuseVisitorsText : undefined,
        );
  if (!saysSuccess(answer)) return { ...answer, status: 0, data: undefined };
  // The answer to a change may have no data: its status may be 204, or its envelope has no `data`.
  if (row.method !== 'GET' && (answer?.data ?? null) === null)
    return { ...answer, status: 1, data: undefined };
  const parsed = row.data.safeParse(answer?.data);
  if (!parsed.success) {
    throw reported(new ApiError('upstream.badAnswer', 200, { cause: parsed.error }), options);
  }
  return { ...answer, status: 1, data: parsed.data as CallData<Name> };
}

async function rowOf(name: CallName) {
  const { resourceRows, callPath } = await loadContract();
  const resources: Partial<Record<CallName, BrowserRow>> = resourceRows;
  const desk: Partial<Record<CallName, BrowserRow>> = resources[name] ? {} : (await loadDeskRows()).deskRows;
  const row = resources[name] ?? desk[name];
  if (!row) throw new Error(`callApi: no row is named ${name}`);
  return { row, callPath };
}

/** Makes a call that reads, and returns the `data` of its answer. Throws an error if the envelope's status is 0. */
export async function readApi<Name extends CallName>(name: Name, options?: CallOptions) {
  return (await callOrThrow(name, options)).data as CallData<Name>;
}

/** The query of one read, also for pages that the server renders. */
export function readQuery<Name extends CallName>(queryKey: QueryKey, name: Name, options: CallOptions = {}) {
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => readApi(name, { ...options, client, signal }),
  });
}

/** The page of a list that a host cannot list. */
export const noPage = { data: [], current_page: 1, last_page: 1 };

/** As `readApi`. If the host lacks the call, which is an extension (docs/calls.md), resolves to `otherwise`. */
export async function readIfThere<Name extends CallName, Otherwise>(
  name: Name,
  options: CallOptions,
  otherwise: Otherwise,
): Promise<CallData<Name> | Otherwise> {
  try {
    return await readApi(name, options);
  } catch (error) {
    if (isStatus(error, 404)) return otherwise;
    throw error;
  }
}

/**
 * Like `callApi`, but throws an error if the envelope's status is 0, so that callers handle every failure in the same
 * way.
 */
export async function callOrThrow<Name extends CallName>(
  name: Name,
  options?: CallOptions,
): Promise<Envelope<CallData<Name>>> {
  const answer = await callApi(name, options);
  if (answer.status === 1) return answer;
  throw reported(new ApiError(answer.code ?? 'request.failed', 200, { message: answer.message }), options);
}

function refuseVisitorsText(answer: unknown) {
  const { data } = (answer ?? {}) as { data?: { description?: unknown } | null };
  if (typeof data?.description === 'string' && isForVisitors(data.description)) {
    throw new ApiError('session.required', 401);
  }
}

/** Returns the functions that read while a page is rendered on the server; undefined in a browser. */
function readsOf({ client }: CallOptions = {}) {
  return client instanceof PageQueryClient ? client.reads : undefined;
}

async function readFrom(reads: PublicReads, path: string, signal: AbortSignal | undefined) {
  const { status, body } = await reads(path, signal);
  if (signal?.aborted) throw signal.reason;
  if (status >= 300) throw errorOfAnswer(status, body);
  return body;
}

/**
 * Logs a failed call in the browser's console, as docs/product.md §8 requires. On the server, the failure has already
 * been logged.
 */
function reported(error: ApiError, options: CallOptions | undefined) {
  if (!readsOf(options)) reportCallError(error);
  return error;
}

/** Returns the query of a URL, empty if all values are undefined: those are left out. */
export function queryText(query: CallOptions['query'] = {}) {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}
