import { isRecord } from '#shared/json.ts';
import { type ErrorCode, messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';

/** A failure in the shape that all screens of the client use; `message` is the text to show to a person. */
export type TranslatedError = Pick<ApiError, 'code' | 'message' | 'fieldErrors'>;

interface ApiErrorOptions {
  /** Message of the answer; by default the product's text for the code. */
  message?: string;
  fieldErrors?: Record<string, string>;
  data?: unknown;
  cause?: unknown;
}

/** A call that failed: no network, an HTTP status outside 2xx, or a body that does not match the contract. */
export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer at all. */
  readonly status: number;
  /** A key of `messages` for a known failure; otherwise the host's own code. */
  readonly code: string;
  /** One text per invalid field, by the field's name in the contract. */
  readonly fieldErrors: Record<string, string>;
  /** `data` of the answer, e.g. both versions of a conflict. Its shape has not been checked. */
  readonly data: unknown;

  constructor(code: ErrorCode | (string & {}), status: number, options: ApiErrorOptions = {}) {
    super(
      options.message || knownText(code),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.fieldErrors = options.fieldErrors ?? {};
    this.data = options.data;
  }
}

/**
 * Returns the error of an answer outside 2xx. `body` is the answer's envelope (shared/contract/README.md, "Answers"),
 * if there is one. Every part is checked, because a third party's host may have sent anything.
 */
export function errorOfAnswer(status: number, body: unknown) {
  const envelope = isRecord(body) ? (body as Partial<Envelope>) : {};
  const code = typeof envelope.code === 'string' ? envelope.code : codeOfStatus(status);
  return new ApiError(code, status, {
    message: typeof envelope.message === 'string' ? envelope.message : undefined,
    fieldErrors: fieldTexts(envelope.errors),
    data: envelope.data,
  });
}

/**
 * Translates any thrown value into `{code, message, fieldErrors}`. The only place where failures become texts for
 * screens.
 */
export function translateError(error: unknown): TranslatedError {
  if (error instanceof ApiError) {
    return { code: error.code, message: error.message, fieldErrors: error.fieldErrors };
  }
  const code: ErrorCode =
    error instanceof DOMException && error.name === 'AbortError' ? 'request.aborted' : 'request.failed';
  return { code, message: messages[code], fieldErrors: {} };
}

/** Returns why a call failed, with the texts of its fields: for a place that does not show the fields. */
export function reasonOf(error: unknown) {
  const { message, fieldErrors } = translateError(error);
  return [...new Set(Object.values(fieldErrors))].join(' ') || message;
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'session.required';
  if (status === 404) return 'request.notFound';
  if (status === 422) return 'fields.invalid';
  if (status === 504) return 'upstream.timeout';
  return 'request.failed';
}

/**
 * Returns the texts by field. Several texts of one field are joined. Accepts a single text instead of a list, because
 * some hosts send one.
 */
function fieldTexts(errors: unknown): Record<string, string> {
  if (!isRecord(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, texts]) => {
      const lines = (Array.isArray(texts) ? texts : [texts]).filter((text) => typeof text === 'string');
      return lines.length > 0 ? [[field, lines.join(' ')]] : [];
    }),
  );
}

function knownText(code: string) {
  return Object.hasOwn(messages, code) ? messages[code as ErrorCode] : messages['request.failed'];
}

/** True for an answer with one of these HTTP statuses. */
export function isStatus(error: unknown, ...statuses: readonly number[]): error is ApiError {
  return error instanceof ApiError && statuses.includes(error.status);
}
