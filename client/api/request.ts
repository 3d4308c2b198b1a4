import { messages } from '#shared/messages.ts';
import { ApiError, errorOfAnswer } from './api-error.ts';
import { noteLeaving } from './leaving.ts';
import { type UploadListener, uploadForm } from './upload.ts';

/**
 * The request helper of docs/product.md §7. Sends to our own origin, JSON unless `body` is a FormData, and returns
 * the parsed body, whichever `status` its envelope has. It has no timeout (docs/product.md §7): the BFF has the
 * deadlines.
 *
 * Throws `ApiError` after logging it under 'API call error:'. A call that `signal` ended rejects with the signal's
 * reason and is not logged; nor is a call that ended because the page is being left, which is no failure. After a
 * 401, or an answer that `judge` refuses with a 401, the helper requests sign-in (see `askToSignIn`) and then sends
 * the same call once more. `onUpload` is called while a FormData is being sent.
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

/** Reports a failed call, unless `signal` or leaving the page ended it. */
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
 * True while the browser knows that it has no network. Polls, background reads and refetches pause, and continue when
 * the network is back (`refetchOnReconnect` of query-client.ts). A call that a person makes is sent all the same, and
 * fails with a message.
 */
export function isOffline(): boolean {
  // Node has a navigator without `onLine`.
  return navigator.onLine === false;
}

/**
 * Reads without a person's action, e.g. for a poll. If the session has ended it fails without a sign-in prompt;
 * offline it fails without a request and without a console line. Otherwise like `apiRequest`.
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

/** Calls `listener` after each failed call. Returns a function that removes the listener. */
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
  // A page of another site cannot set this header without a preflight, which the server never grants
  // (server/bff/csrf/README.md).
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
  // A change answered without a body.
  if (text === '' && method !== 'GET') return undefined;
  if (parsed.error) throw new ApiError('upstream.badAnswer', response.status, { cause: parsed.error });
  return parsed.value;
}

let counted = false;

/**
 * True if an answer showed that the host limits the number of calls, or that there were too many: background calls
 * then stop.
 */
export function callsAreCounted(): boolean {
  return counted;
}

/** The header fields are those of draft-ietf-httpapi-ratelimit-headers, and older ones of the same purpose. */
export function isCounted({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status === 429 || countHeaders.some((name) => headers.has(name));
}

const countHeaders = ['ratelimit', 'ratelimit-remaining', 'x-ratelimit-remaining'];

/** Sends a request and reads the whole answer; any failure on the way is `network.failed`. */
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

/** A wrong password at sign-in is a 401 too; a sign-in prompt there would loop for ever. */
function isSessionLost(error: unknown, path: string): boolean {
  return (
    error instanceof ApiError &&
    error.status === 401 &&
    error.code === 'session.required' &&
    !path.startsWith('/api/login')
  );
}

/** Requests sign-in in a dialog; resolves true when there is a session again, false when the person declined. */
type UnauthorizedHandler = () => Promise<boolean>;

let unauthorizedHandler: UnauthorizedHandler | undefined;
let asking: Promise<boolean> | undefined;
/** Counts the answered prompts, so that a call can detect whether one was answered while it was running. */
let round = 0;
let lastAnswer = false;

/** Sets the handler that requests sign-in, since the request helper knows no dialog; `undefined` removes it. */
export function setUnauthorizedHandler(next: UnauthorizedHandler | undefined): void {
  unauthorizedHandler = next;
}

/** Returns the number to store before a call is sent, and to pass to `askToSignIn` if the call is answered 401. */
export function signInRound(): number {
  return round;
}

/**
 * Resolves true when the call should be sent again. Calls that fail together share one prompt. A call that was sent
 * before the prompt was answered uses the same answer, because its 401 is about the previous session.
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
