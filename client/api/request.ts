import { messages } from '#shared/messages.ts';
import { ApiError, errorOfAnswer } from './api-error.ts';
import { noteLeaving } from './leaving.ts';
import { type UploadListener, uploadForm } from './upload.ts';

/**
 * The one request helper of docs/product.md §7. Sends to our own origin, JSON unless `body` is a FormData, and returns the
 * parsed body whatever its envelope's `status` says. It has no time-out (docs/product.md §7): the BFF holds the deadlines.
 *
 * Throws `ApiError` after logging it under 'API call error:'. A call that `signal` ended rejects with the signal's
 * reason and is not logged, and neither is one that ended because the page goes: leaving a page is no failure. A 401 asks for sign-in (see `askToSignIn`) and then sends
 * the same call once more, and so does an answer that `judge` refuses with one. `onUpload` is called while a FormData is being sent.
 */
export async function apiRequest<T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
  signal?: AbortSignal,
  onUpload?: UploadListener,
  judge?: (answer: unknown) => void,
): Promise<T> {
  const attempt = async () => {
    const answer = await sendOnce(method, path, body, headers, signal, onUpload);
    judge?.(answer);
    return answer;
  };
  return reported(signal, async () => {
    const round = signInRound();
    try {
      return (await attempt()) as T;
    } catch (error) {
      if (!isSessionLost(error, path) || !(await askToSignIn(round))) throw error;
      return (await attempt()) as T;
    }
  });
}

/** Reports a call that failed, unless `signal` or the end of the page ended it. */
async function reported<T>(signal: AbortSignal | undefined, call: () => Promise<T>): Promise<T> {
  const leaving = noteLeaving();
  try {
    return await call();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isCutOff(error) && (await leaving.hasLeft())) throw error;
    reportCallError(error);
    throw error;
  } finally {
    leaving.end();
  }
}

/** True for a call that got no answer. */
function isCutOff(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/**
 * True while the browser knows that it has no network. Polls, background reads and refetches rest then, and ask when it is back
 * (`refetchOnReconnect` of query-client.ts); a call that somebody makes is sent and fails in words.
 */
export function isOffline(): boolean {
  // Node has a navigator without `onLine`.
  return navigator.onLine === false;
}

/**
 * A read that the page makes by itself, such as a poll: where the session has ended it fails without a prompt to sign in, and offline it
 * fails without a request or a line in the console. Otherwise as `apiRequest`.
 */
export async function backgroundRequest<T>(path: string, signal?: AbortSignal): Promise<T> {
  if (isOffline()) throw new ApiError('network.failed', 0);
  const call = () => sendOnce('GET', path, undefined, undefined, signal, undefined);
  return reported(signal, async () => (await call()) as T);
}

/** docs/product.md §8: a failed call is logged with 'API call error:'. */
export function reportCallError(error: unknown): void {
  console.error(messages['api.callError'], error);
  for (const listener of failureListeners) listener(error);
}

const failureListeners = new Set<(error: unknown) => void>();

/** Calls `listener` after each call that failed. Returns what stops that. */
export function onCallFailed(listener: (error: unknown) => void): () => void {
  failureListeners.add(listener);
  return () => failureListeners.delete(listener);
}

async function sendOnce(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string> | undefined,
  signal: AbortSignal | undefined,
  onUpload: UploadListener | undefined,
): Promise<unknown> {
  const form = body instanceof FormData;
  const asJson = body !== undefined && !form;
  // docs/architecture.md §5, CSRF: a page of another site cannot set this header without a preflight, which we never grant.
  const sentHeaders = {
    accept: 'application/json',
    'x-csrf': '1',
    ...(asJson && { 'content-type': 'application/json' }),
    ...headers,
  };
  const { response, text } =
    form && onUpload
      ? await uploadForm({ method, path, headers: sentHeaders, body, signal, onUpload })
      : await exchange(path, {
          method,
          headers: sentHeaders,
          ...(form && { body }),
          ...(asJson && { body: JSON.stringify(body) }),
          credentials: 'same-origin',
          signal: signal ?? null,
        });
  const parsed = parseJson(text);
  if (!response.ok) throw errorOfAnswer(response.status, parsed.value);
  // A change that was answered without a body.
  if (text === '' && method !== 'GET') return undefined;
  if (parsed.error) throw new ApiError('upstream.badAnswer', response.status, { cause: parsed.error });
  return parsed.value;
}

let counted = false;

/** True when an answer said that the host counts calls, or that there were too many: none is made then that nobody has asked for. */
export function callsAreCounted(): boolean {
  return counted;
}

/** The header fields are those of draft-ietf-httpapi-ratelimit-headers, and of the hosts before it. */
export function isCounted({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status === 429 || countHeaders.some((name) => headers.has(name));
}

const countHeaders = ['ratelimit', 'ratelimit-remaining', 'x-ratelimit-remaining'];

/** Sends, and reads the whole answer; whatever breaks on the way is `network.failed`. */
async function exchange(path: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(path, init);
    counted ||= isCounted(response);
    return { response, text: await response.text() };
  } catch (error) {
    throw new ApiError('network.failed', 0, { cause: error });
  }
}

function parseJson(text: string): { value?: unknown; error?: unknown } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error };
  }
}

/** A wrong password at sign-in is a 401 too, and asking for sign-in there would never end. */
function isSessionLost(error: unknown, path: string): boolean {
  return (
    error instanceof ApiError &&
    error.status === 401 &&
    error.code === 'session.required' &&
    !path.startsWith('/api/login')
  );
}

/** Asks for sign-in in a dialog; resolves true when there is a session again, false when it was declined. */
type UnauthorizedHandler = () => Promise<boolean>;

let unauthorizedHandler: UnauthorizedHandler | undefined;
let asking: Promise<boolean> | undefined;
/** Counts the prompts that were answered, so that a call can tell whether one was answered while it was under way. */
let round = 0;
let lastAnswer = false;

/** Sets what asks for sign-in, since the request helper knows no dialog; `undefined` removes it. */
export function setUnauthorizedHandler(next: UnauthorizedHandler | undefined): void {
  unauthorizedHandler = next;
}

/** The number to note before a call is sent and to give to `askToSignIn` when it was answered 401. */
export function signInRound(): number {
  return round;
}

/**
 * Resolves true when the call is worth sending again. Calls that fail together share one prompt. A call that was sent before
 * the prompt was answered takes its answer too, because its 401 is about the previous session.
 */
export function askToSignIn(sentInRound: number): Promise<boolean> {
  if (asking) return asking;
  if (sentInRound !== round) return Promise.resolve(lastAnswer);
  if (!unauthorizedHandler) return Promise.resolve(false);
  asking = unauthorizedHandler()
    .catch(() => false)
    .then((answer) => {
      asking = undefined;
      round += 1;
      lastAnswer = answer;
      return answer;
    });
  return asking;
}
