import { type TextCode, textOf } from '#shared/desk-messages.ts';

/** Details that make an error useful to the person who reads it. */
export interface AppErrorOptions {
  /** Fills the `{name}` marks of the message. */
  values?: Record<string, string | number>;
  /** Texts by field, sent as `errors` of the envelope. */
  fields?: Record<string, string[]>;
  /** What the person needs besides words, sent as `data` of the envelope; the code tells its shape. */
  data?: unknown;
  /** Response headers that belong to the error, e.g. Allow or Retry-After. */
  headers?: Record<string, string>;
  /** What happened underneath; goes to the log, never to the browser. */
  cause?: unknown;
}

/** An error that a person may read: a code of the message catalogue and an HTTP status. */
export class AppError extends Error {
  readonly code: TextCode;
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;
  readonly data: unknown;
  readonly headers: Record<string, string>;
  /** The request id that the API host was sent, of a read that failed: it may be that of another request, which began it. */
  askedAs?: string;

  constructor(code: TextCode, status: number, options: AppErrorOptions = {}) {
    super(textOf(code, options.values), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = status;
    this.fields = options.fields;
    this.data = options.data;
    this.headers = options.headers ?? {};
  }
}

/** Throws `AppError(code, status)` unless `value` is there; afterwards TypeScript knows that it is. */
export function assertThat(
  value: unknown,
  code: TextCode,
  status: number,
  options?: AppErrorOptions,
): asserts value {
  if (!value) throw new AppError(code, status, options);
}

/** Why the product cannot start, or a command cannot do its work, in words for the operator: they need no stack. */
export class StartError extends Error {
  override name = 'StartError';
}
