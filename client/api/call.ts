import type { QueryClient } from '@tanstack/react-query';
import type { BrowserRow, CallData, CallName } from '#shared/contract/index.ts';
import type { PublicReads } from '#shared/page-bundle.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { HostCalls } from '#shared/schemas/session.ts';
import { saysSuccess } from '#shared/schemas/success.ts';
import { isForVisitors } from '#shared/visitors-text.ts';
import { ApiError, errorOfAnswer } from './api-error.ts';
import { loadContract, loadDeskRows } from './contract.ts';
import { PageQueryClient } from './query-client.ts';
import { apiRequest, backgroundRequest, reportCallError } from './request.ts';
import type { UploadListener } from './upload.ts';

export interface CallOptions {
  /** Values for the `{param}` marks of the row's path. */
  params?: Record<string, string | number>;
  /** Values that are undefined are left out. */
  query?: Record<string, string | number | undefined>;
  /** JSON, or a FormData for calls with an upload. */
  body?: unknown;
  signal?: AbortSignal;
  /**
   * The query client of the query that reads. Queries of public pages must pass it: on the server there is no other
   * way to read.
   */
  client?: QueryClient;
  /** Called while a FormData is being sent. */
  onUpload?: UploadListener | undefined;
  /**
   * For a read whose rich text will be edited. A text in the visitors' form has addresses in place of inline images
   * and must not be saved. So if such a text arrives because the session has ended, sign-in is requested as after a
   * 401.
   */
  asStored?: boolean;
  /** For a read that no person started: if the session has ended, the read fails without a sign-in prompt. */
  background?: boolean;
}

/**
 * Makes the contract's call of this name. The envelope's `status` is 1 or 0, even if the host sends "1" or none. With
 * 1, `data` has the shape of the row; otherwise an `ApiError` (upstream.badAnswer) is thrown.
 */
export async function callApi<Name extends CallName>(
  name: Name,
  options: CallOptions = {},
): Promise<Envelope<CallData<Name>>> {
  const { row, callPath } = await rowOf(name).catch((error: ApiError) => {
    throw reported(error, options);
  });
  if (await isLacked(row)) throw new ApiError('host.callMissing', 404);
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
  // A change may be answered without data: 204, or an envelope without it.
  if (row.method !== 'GET' && (answer?.data ?? null) === null)
    return { ...answer, status: 1, data: undefined };
  const parsed = row.data.safeParse(answer?.data);
  if (!parsed.success) {
    throw reported(new ApiError('upstream.badAnswer', 200, { cause: parsed.error }), options);
  }
  return { ...answer, status: 1, data: parsed.data as CallData<Name> };
}

/** Calls that the host certainly lacks: a request would only log an error in the console. */
let lacked: ReadonlySet<string> = new Set();
/** Pending while hostCalls is being read. */
let asking: Promise<unknown> | undefined;
/**
 * How long lists of the admin area wait for hostCalls, in milliseconds. The answer is known already, except the first
 * time after a start.
 */
const patienceMs = 1_000;

/**
 * Registers the pending answer of hostCalls. Lists of the admin area wait for this answer, and do not request calls
 * that the host lacks.
 */
export function setHostCalls(told: Promise<HostCalls>): void {
  const mine = told
    .then(({ by_file, missing }) => {
      lacked = new Set(by_file ? missing : []);
    })
    // Without the answer, failed calls show what the host lacks.
    .catch(() => {})
    .finally(() => {
      if (asking === mine) asking = undefined;
    });
  asking = mine;
}

async function isLacked({ name, access, origin }: BrowserRow): Promise<boolean> {
  if (origin === 'extension' && access === 'admin' && asking)
    await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  return lacked.has(name);
}

async function rowOf(name: CallName) {
  const { resourceRows, callPath } = await loadContract();
  const resources: Partial<Record<CallName, BrowserRow>> = resourceRows;
  const desk: Partial<Record<CallName, BrowserRow>> = resources[name] ? {} : (await loadDeskRows()).deskRows;
  const row = resources[name] ?? desk[name];
  if (!row) throw new Error(`callApi: no row is named ${name}`);
  return { row, callPath };
}

/** Returns the `data` of a successful answer, for reads. An unsuccessful answer is thrown as an error. */
export async function readApi<Name extends CallName>(
  name: Name,
  options?: CallOptions,
): Promise<CallData<Name>> {
  return (await callOrThrow(name, options)).data as CallData<Name>;
}

/** Like `callApi`, for callers that treat an unsuccessful answer like any other failure: it is thrown as an error. */
export async function callOrThrow<Name extends CallName>(
  name: Name,
  options?: CallOptions,
): Promise<Envelope<CallData<Name>>> {
  const answer = await callApi(name, options);
  if (answer.status === 1) return answer;
  const error = new ApiError(answer.code ?? 'request.failed', 200, {
    ...(answer.message && { message: answer.message }),
  });
  throw reported(error, options);
}

function refuseVisitorsText(answer: unknown): void {
  const { data } = (answer ?? {}) as { data?: { description?: unknown } | null };
  if (typeof data?.description === 'string' && isForVisitors(data.description)) {
    throw new ApiError('session.required', 401);
  }
}

/** Returns the reads of the page that is being rendered; undefined in a browser. */
function readsOf({ client }: CallOptions = {}): PublicReads | undefined {
  return client instanceof PageQueryClient ? client.reads : undefined;
}

async function readFrom(reads: PublicReads, path: string, signal: AbortSignal | undefined): Promise<unknown> {
  const { status, body } = await reads(path, signal);
  if (signal?.aborted) throw signal.reason;
  if (status >= 300) throw errorOfAnswer(status, body);
  return body;
}

/** docs/product.md §8 requires a line in the browser's console; the server logs failures itself. */
function reported(error: ApiError, options: CallOptions | undefined): ApiError {
  if (!readsOf(options)) reportCallError(error);
  return error;
}

function queryText(query: CallOptions['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}
