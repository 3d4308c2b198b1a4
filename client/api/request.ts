import { messages } from '#shared/messages.ts';
import { ApiError, errorOfAnswer, isStatus } from './api-error.ts';
import { type UploadListener, uploadForm } from './upload.ts';

/**
 * The request helper of docs/product.md §7. Sends a request to our own origin, as JSON unless `body` is a FormData.
 * Returns the parsed body, for every `status` of its envelope. Has no timeout (docs/product.md §7), because the BFF
 * has deadlines.
 *
 * Throws `ApiError` after logging it under 'API call error:'. Two failures are not logged: a call that was ended by
 * `signal`, which rejects with the signal's reason, and a call that ended because the page is being left.
 *
 * If the answer is a 401, or if the callback `judge`, which checks each answer, throws an `ApiError` 401, the helper
 * requests sign-in (see `askToSignIn`) and then sends the call once more. `onUpload` is called while a FormData is
 * being sent.
 */
export async function apiRequest<T>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
  signal?: AbortSignal,
  onUpload?: UploadListener,
  judge?: (answer: unknown) => void,
) {
  return signedIn(path, signal, async () => {
    const answer = await sendOnce(method, path, body, headers, signal, onUpload);
    judge?.(answer);
    return answer as T;
  });
}

/** Reads a file of our own origin. Otherwise like `apiRequest`. */
export function readBytes(path: string, signal: AbortSignal) {
  return signedIn(path, signal, async () => {
    const response = await fetch(path, { headers: { 'x-csrf': '1' }, signal }).catch(networkFailed);
    if (!response.ok) throw errorOfAnswer(response.status, undefined);
    return response.arrayBuffer().catch(networkFailed);
  });
}

function networkFailed(cause: unknown): never {
  throw new ApiError('network.failed', 0, { cause });
}

/** Makes a call, and once more if the person has signed in again because the session had ended. */
function signedIn<T>(path: string, signal: AbortSignal | undefined, attempt: () => Promise<T>) {
  return reported(signal, async () => {
    const round = signInRound();
    try {
      return await attempt();
    } catch (error) {
      if (!isSessionLost(error, path) || !(await askToSignIn(round))) throw error;
      return attempt();
    }
  });
}

/** Logs a failed call, unless it was ended by `signal` or by leaving the page. */
async function reported<T>(signal: AbortSignal | undefined, call: () => Promise<T>) {
  const leaving = noteLeaving();
  try {
    return await call();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (isStatus(error, 0) && (await leaving.hasLeft())) throw error;
    reportCallError(error);
    throw error;
  } finally {
    leaving.end();
  }
}

/**
 * Returns true if the browser knows that it has no network. Polls, background reads and refetches then pause, until
 * `refetchOnReconnect` (query-client.ts) starts them again. A call that a person makes is sent nevertheless, and
 * fails with a message.
 */
export function isOffline() {
  // Compared with false, because `navigator` in Node has no `onLine`.
  return navigator.onLine === false;
}

/**
 * Reads something that no person asked for, e.g. for a poll. If the session has ended, the read fails and no sign-in
 * is requested. Offline, it fails without a request and without a line in the console. Otherwise like `apiRequest`.
 */
export async function backgroundRequest<T>(path: string, signal?: AbortSignal) {
  if (isOffline()) throw new ApiError('network.failed', 0);
  const call = () => sendOnce('GET', path, undefined, undefined, signal, undefined);
  return reported(signal, async () => (await call()) as T);
}

/** Logs a failed call with 'API call error:' (docs/product.md §8). */
export function reportCallError(error: unknown) {
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
  // A page of another site cannot set the header `x-csrf` without a preflight, which the server never grants
  // (server/bff/README.md).
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
          body: asJson ? JSON.stringify(body) : form ? body : undefined,
          credentials: 'same-origin',
          signal: signal ?? null,
        });
  const parsed = parseJson(text);
  if (!response.ok) throw errorOfAnswer(response.status, parsed.value);
  // The answer to a change may have no body.
  if (text === '' && method !== 'GET') return undefined;
  if (parsed.error) throw new ApiError('upstream.badAnswer', response.status, { cause: parsed.error });
  return parsed.value;
}

let counted = false;

/**
 * Returns true if an answer has shown that the host limits the number of calls. Background calls should then stop.
 */
export function callsAreCounted() {
  return counted;
}

/**
 * Returns true if the answer is a 429 or has header fields about a limit: those of
 * draft-ietf-httpapi-ratelimit-headers, or older ones for the same purpose.
 */
function isCounted({ status, headers }: Pick<Response, 'status' | 'headers'>) {
  return status === 429 || countHeaders.some((name) => headers.has(name));
}

const countHeaders = ['ratelimit', 'ratelimit-remaining', 'x-ratelimit-remaining'];

/** Sends a request and reads the whole answer. Any failure throws an `ApiError` with the code `network.failed`. */
async function exchange(path: string, init: RequestInit) {
  try {
    const response = await fetch(path, init);
    counted ||= isCounted(response);
    return { response, text: await response.text() };
  } catch (error) {
    return networkFailed(error);
  }
}

function parseJson(text: string): { value?: unknown; error?: unknown } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error };
  }
}

/**
 * Returns true if the error means that the session has ended. False at sign-in, where a 401 means a wrong password.
 */
function isSessionLost(error: unknown, path: string) {
  return isStatus(error, 401) && error.code === 'session.required' && !path.startsWith('/api/login');
}

/** Requests sign-in in a dialog; resolves true when there is a session again, false when the person declined. */
type UnauthorizedHandler = () => Promise<boolean>;

let unauthorizedHandler: UnauthorizedHandler | undefined;
let asking: Promise<boolean> | undefined;
/**
 * Number of sign-in requests that the person has answered. If it changes while a call is running, the person has
 * answered a sign-in request in the meantime.
 */
let round = 0;
let lastAnswer = false;

/**
 * Sets the function that requests sign-in, because the request helper does not know the dialog. `undefined` removes
 * it.
 */
export function setUnauthorizedHandler(next: UnauthorizedHandler | undefined) {
  unauthorizedHandler = next;
}

/**
 * Returns the number of answered sign-in requests. Read it before a call is sent, and pass it to `askToSignIn` if the
 * call fails with a 401.
 */
export function signInRound() {
  return round;
}

/**
 * Requests sign-in, and resolves to true if the call should be sent again. Calls that fail at the same time share one
 * sign-in request. If the person has answered a sign-in request since the call was sent, that answer is used.
 */
export function askToSignIn(sentInRound: number) {
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

/**
 * Maximum wait for a page to unload, in milliseconds. A page unloads when the answer for the next page arrives, so
 * this is the time for which the server waits by default for an answer of the host (UPSTREAM_TIMEOUT_MS).
 */
const goesWithinMs = 15_000;

/**
 * Observes whether the page starts to unload during a call: in Firefox and WebKit the call then fails with a network
 * error. The listeners exist only during the call, because some browsers do not store a page that has a
 * `beforeunload` listener for the Back button.
 */
function noteLeaving() {
  // False on the server and in tests without a window, where no page is ever left.
  const listens = 'addEventListener' in globalThis;
  let going = false;
  let gone = false;
  const begins = () => {
    going = true;
  };
  const ends = () => {
    gone = true;
  };
  if (listens) {
    addEventListener('beforeunload', begins);
    addEventListener('pagehide', ends);
  }
  return {
    /**
     * To be used after a call has failed. Resolves to true if the browser left the page, even if it has restored the
     * page since then.
     */
    async hasLeft() {
      if (going && !gone) await new Promise((resolve) => setTimeout(resolve, goesWithinMs));
      return gone;
    },
    end() {
      if (!listens) return;
      removeEventListener('beforeunload', begins);
      removeEventListener('pagehide', ends);
    },
  };
}
