import { deskMessages, type TextCode, textOf } from '#shared/desk-messages.ts';
import type { Conflict } from '#shared/schemas/envelope.ts';

/** Further details of an error for the person who reads it. */
export interface AppErrorOptions {
  /** Values for the `{name}` placeholders of the message. */
  values?: Record<string, string | number>;
  /** Texts by field, which are sent as `errors` of the envelope. */
  fields?: Record<string, string[]>;
  /**
   * Data that the person needs in addition to the message; sent as `data` of the envelope. Its shape depends on the
   * code of the error.
   */
  data?: unknown;
  /** Response headers that belong to the error, e.g. Allow. */
  headers?: Record<string, string>;
  /** Value of the header Retry-After: the seconds after which the request may be repeated, or a time. */
  retryAfter?: number | string;
  /** The underlying error. It is written to the log and never sent to the browser. */
  cause?: unknown;
}

/** An error that may be shown to people: a text code of the message catalogue and an HTTP status. */
export class AppError extends Error {
  readonly code: TextCode;
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;
  readonly data: unknown;
  readonly headers: Record<string, string>;
  /**
   * For a failed read: the id of the request that made the call to the API host. It may differ from the id of the
   * present request, because several requests share a call.
   */
  askedAs?: string;

  constructor(code: TextCode, status: number, options: AppErrorOptions = {}) {
    super(textOf(code, options.values), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.fields = options.fields;
    this.data = options.data;
    const { headers, retryAfter } = options;
    this.headers = { ...headers, ...(retryAfter && { 'Retry-After': String(retryAfter) }) };
  }
}

/** Returns the error 405 for a path that exists, but not with this method. `allow` lists the methods that it has. */
export function methodNotAllowed(method: string, allow = 'GET, HEAD') {
  return new AppError('request.methodNotAllowed', 405, {
    values: { method, allow },
    headers: { Allow: allow },
  });
}

/** Throws 405 for a method that reads nothing. */
export function assertRead(method: string) {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method);
}

/** Throws `AppError(code, status)` if `value` is falsy. After this call TypeScript knows that `value` is truthy. */
export function assertThat(
  value: unknown,
  code: TextCode,
  status: number,
  options?: AppErrorOptions,
): asserts value {
  if (!value) throw new AppError(code, status, options);
}

/**
 * Returns the 409 `conflict.newer` for an edit that began with the version `yours`, while `current` is stored. `who` is
 * the name or email of the person who saved `current`, if it is known.
 */
export function newerVersion(yours: string, current: string, who?: string | null) {
  const data: Conflict = { yours, current, ...(who && { who }) };
  return new AppError('conflict.newer', 409, {
    values: { ...data, who: who ?? deskMessages['conflict.somebody'] },
    data,
  });
}

/**
 * Thrown when the product cannot start or a command cannot do its work. The message is for the operator, who needs no
 * stack.
 */
export class StartError extends Error {
  override name = 'StartError';
}

/** Returns the code of an error; an empty text if it has none. */
export function codeOf(error: unknown) {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
