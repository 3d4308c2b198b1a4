import './zod-without-eval.ts';
import { type CallData, type CallName, type ContractRow, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import { type Envelope, saysSuccess } from '#shared/schemas/envelope.ts';
import { ApiError } from './api-error.ts';
import { apiRequest } from './request.ts';
import { reportCallError } from './transport.ts';
import type { UploadListener } from './upload.ts';

export interface CallOptions {
  /** Fills the `{param}` marks of the row's path. */
  params?: Record<string, string | number>;
  /** Values that are undefined are left out. */
  query?: Record<string, string | number | undefined>;
  /** JSON, or a FormData for calls with an upload. */
  body?: unknown;
  signal?: AbortSignal;
  /** Hears how much of a FormData is sent. */
  onUpload?: UploadListener | undefined;
}

/**
 * Makes the contract's call of this name. The envelope's `status` is 1 or 0, also for a host that sends "1" or none; on 1 the
 * `data` has the shape of the row, or an `ApiError` (upstream.badAnswer) is thrown.
 */
export async function callApi<Name extends CallName>(
  name: Name,
  options: CallOptions = {},
): Promise<Envelope<CallData<Name>>> {
  const row: ContractRow = contract[name];
  const path = callPath(row, options.params) + queryText(options.query);
  const { body, signal, onUpload } = options;
  const answer = await apiRequest<Envelope | undefined>(row.method, path, body, undefined, signal, onUpload);
  if (!saysSuccess(answer)) return { ...answer, status: 0, data: undefined };
  // A host that has done what it was told need not show it: 204, or an envelope without data.
  if (row.method !== 'GET' && (answer?.data ?? null) === null)
    return { ...answer, status: 1, data: undefined };
  const parsed = row.data.safeParse(answer?.data);
  if (!parsed.success) {
    const error = new ApiError('upstream.badAnswer', 200, { cause: parsed.error });
    reportCallError(error);
    throw error;
  }
  return { ...answer, status: 1, data: parsed.data as CallData<Name> };
}

/**
 * The `data` of a successful answer, for reads: an answer without success is thrown as the error that it is.
 */
export async function readApi<Name extends CallName>(
  name: Name,
  options?: CallOptions,
): Promise<CallData<Name>> {
  const answer = await callApi(name, options);
  if (answer.status === 1) return answer.data as CallData<Name>;
  const error = new ApiError(answer.code ?? 'request.failed', 200, {
    ...(answer.message && { message: answer.message }),
  });
  reportCallError(error);
  throw error;
}

function queryText(query: CallOptions['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}
