import { randomUUID } from 'node:crypto';
import { type ContractRow, contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import type { TextCode } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import type { Task } from '../../database/tasks.ts';
import { AppError } from '../../errors.ts';
import { formHeaders } from '../../forms/form-headers.ts';
import type { FormTokens } from '../../forms/form-tokens.ts';
import { type Cause, causeOf } from '../../http/requests.ts';
import type { ReadHost } from '../reads/host-reads.ts';
import { Json } from '../reads/present.ts';
import {
  dumpAnswer,
  formCallRefusals,
  hostFailure,
  isJson,
  jsonAnswer,
  parseJson,
  readBytes,
  refusalEnvelope,
  retryAfterMs,
  saysNo,
  WholeAnswer,
} from '../upstream/answers.ts';
import { anonymousHeaders } from '../upstream/headers.ts';
import type { Upstream, UpstreamAnswer } from '../upstream/upstream.ts';
import { isJsonForm, textsOf, type VisitorForm, withText } from './visitor-form.ts';

/** The outcome of sending a form. */
export type Outcome =
  /**
   * The host has answered: it accepted the form, or refused it for a reason that the sender must know. `json` is the
   * parsed body, if the body is JSON.
   */
  | { kind: 'answered'; answer: UpstreamAnswer; isTaken: boolean; json: unknown; problem: Problem }
  /** The host cannot accept the form now, so the form is stored. */
  | FailedOutcome;

export interface FailedOutcome extends Failure {
  kind: 'failed';
  problem: Problem;
  why: Cause;
  cause: unknown;
}

interface Failure {
  /** True if the host may have processed the form. */
  wasSent: boolean;
  /**
   * True if the failure was the host's: every other form would probably fail too. After an answer with a status,
   * however, this form may be the only one that fails.
   */
  isOfHost: boolean;
  /**
   * True if the host refused the call, whatever the form contains. If it keeps doing so, a person is needed
   * (server/bff/intake/delivery.ts).
   */
  refusesCall?: boolean;
  retryAfterMs?: number;
}

/** Why a form could not be delivered, in the shape of `last_problem` in `intakeItemSchema`. */
export interface Problem {
  code: TextCode;
  status: number | null;
  message: string | null;
}

/**
 * Statuses by which a host asks to try again later. They do not depend on the form (RFC 9110 §15.5.9, RFC 8470 §5.2,
 * RFC 6585 §4).
 */
const later = new Set([408, 425, 429]);

/** Causes of failure without a (safe) connection, so the host cannot have received any part of the form. */
const neverSent = new Set<Cause>(['refused', 'dns', 'tls', 'breaker_open']);

/** The longest pause that a host can demand, in milliseconds. */
const longestPauseMs = 5 * 60_000;

/**
 * Sends a form and returns the outcome; never rejects. The answer is read to its end, because a truncated answer
 * counts as a failure. `isEngine` is true if the embedded engine receives the form: it refuses no call, so that its 404
 * is about the job of an application.
 */
export async function attempt(send: () => Promise<UpstreamAnswer>, isEngine = false) {
  try {
    return await send().then(
      (answer) => outcomeOf(answer, !isEngine),
      (error) => outcomeOf(refusedHere(error), false),
    );
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('request.failed', 500, { cause: error });
    const isOfHost = neverSent.has(causeOf(known));
    // Only this site's breaker can have set a Retry-After header here, because the host has not answered.
    const retryAfterMs = isOfHost ? pauseOf(known.headers['Retry-After']) : undefined;
    return failed(known, { status: null, wasSent: !isOfHost, isOfHost, retryAfterMs });
  }
}

async function outcomeOf(answer: UpstreamAnswer, mayRefuseCall: boolean): Promise<Outcome> {
  const { status, headers } = answer;
  if (status >= 500 || later.has(status)) {
    const code = status >= 500 ? (await hostFailure(answer)).code : 'upstream.busy';
    dumpAnswer(answer);
    // The error is for the log. It leaves out the host's own text, because error pages for developers may repeat the
    // contents of the form.
    const error = new AppError(code, status, { cause: new Error(`The API host answered ${status}`) });
    // With 503, 425 or 429 a host did not accept the call. With another status it may have processed the form.
    const isOfHost = status === 503 || later.has(status);
    const wasSent = !isOfHost || status === 408;
    return failed(error, { status, wasSent, isOfHost, retryAfterMs: pauseOf(headers['retry-after']) });
  }
  const bytes = isJson(answer) ? await readBytes(answer) : undefined;
  if (!bytes) dumpAnswer(answer);
  const json = bytes && jsonIn(bytes);
  const problem = problemOf(status, json);
  if (mayRefuseCall && formCallRefusals.has(status)) {
    const cause = new Error(`The API host answered ${status}`);
    const known = { wasSent: false, isOfHost: false, refusesCall: true };
    return { kind: 'failed', problem, why: 'status_4xx', cause, ...known };
  }
  const { 'content-encoding': _unpacked, ...rest } = headers;
  // A page has the headers of the host: with a length of 0 it would be relayed as an answer without a body.
  const whole = bytes ? { ...rest, 'content-length': String(bytes.length) } : headers;
  return {
    kind: 'answered',
    answer: new WholeAnswer(status, whole, bytes),
    isTaken: status < 300 && !saysNo(json),
    json,
    problem,
  };
}

/**
 * Turns a refusal by this site's own code, made before the form was sent, into an answer. The refusal would be the
 * same at every attempt, e.g. for a call that the host lacks or a file that it does not accept. Rethrows errors after
 * which a retry may succeed.
 */
function refusedHere(error: unknown) {
  if (!(error instanceof AppError) || error.status >= 499 || later.has(error.status)) throw error;
  const { status, code, message, fields: errors } = error;
  return jsonAnswer(status, { status: 0, code, message, ...(errors && { errors }) });
}

/** Returns the outcome of a failed attempt. `status` is the status of the host's answer; null without an answer. */
function failed(error: AppError, { status, ...rest }: Failure & { status: number | null }): FailedOutcome {
  const problem = { code: error.code, status, message: null };
  return { kind: 'failed', problem, why: causeOf(error), cause: error.cause ?? error, ...rest };
}

function problemOf(status: number, json: unknown): Problem {
  const envelope = refusalEnvelope(status, json);
  // Only texts are joined: a host can send a list that is nested too deeply to be converted to a text.
  const fields = Object.entries(envelope?.errors ?? {}).map(
    ([name, texts]) =>
      `${name}: ${[texts]
        .flat()
        .filter((text) => typeof text === 'string')
        .join(' ')}`,
  );
  const words = [typeof envelope?.message === 'string' ? envelope.message : '', ...fields]
    .filter(Boolean)
    .join(' ');
  return { code: 'upstream.refused', status, message: words === '' ? null : words.slice(0, 1_000) };
}

function jsonIn(bytes: Buffer) {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}

/** Returns the pause that the host demands, in milliseconds; undefined if it demands none. */
function pauseOf(header: string | string[] | undefined) {
  const ms = retryAfterMs(header, Date.now()) ?? 0;
  return ms > 0 ? Math.min(ms, longestPauseMs) : undefined;
}

/** The identity of a form, the same at every attempt to deliver it. */
export type FormIdentity = ReturnType<typeof identityOf>;

export const identityOf = ({ key, label, created_at }: Task) => ({
  key,
  reference: label ?? '',
  /** Milliseconds since 1970. */
  receivedAt: created_at,
});

/**
 * Sends a form to the host; never rejects. The answer is read completely. `isKept` is true for a form that was
 * stored, and whose sender has a reference.
 */
export type SendForm = (
  form: VisitorForm,
  identity: FormIdentity,
  options: { requestId: string; isKept?: boolean; signal?: AbortSignal },
) => Promise<Outcome>;

interface FormSenderOptions {
  upstream: Pick<Upstream, 'url' | 'request'>;
  formTokens: FormTokens;
  takeHostToken: ReturnType<typeof hostTokens>;
  /** True if the receiver of this row's forms issues form tokens, and therefore detects robots itself. */
  hostJudges: (row: ContractRow) => boolean;
  /** The embedded engine's secret. With it the engine trusts the headers of a form. */
  assertion: string | undefined;
  /**
   * In hybrid mode, true for the rows that the engine takes. A form of such a row keeps the BFF's form token, which
   * the engine accepts, and is sent with the engine's secret. The host is never sent that secret.
   */
  engineTakes?: (row: ContractRow) => boolean;
}

export function createFormSender(options: FormSenderOptions): SendForm {
  const { upstream, formTokens, takeHostToken, hostJudges, engineTakes } = options;

  /**
   * Returns the content with the BFF's form token replaced by a token of the host, since the host knows only its own
   * tokens. A token that the BFF has not issued stays. The token becomes empty if the form was sent too early, or if
   * the host issues no tokens.
   */
  async function withHostToken({ content, kind }: VisitorForm) {
    const verdict = formTokens.judge(textsOf(content).form_token);
    if (verdict === 'foreign' || engineTakes?.(kind.row)) return content;
    const token = verdict === 'fine' && hostJudges(kind.row) ? await takeHostToken() : undefined;
    return withText(content, 'form_token', token ?? '');
  }

  return async (form, identity, { requestId, isKept = false, signal }) => {
    let content: VisitorForm['content'];
    try {
      content = await withHostToken(form);
    } catch (error) {
      const known =
        error instanceof AppError ? error : new AppError('upstream.unreachable', 502, { cause: error });
      // If the host answered with a status, the next attempt for this form is delayed, so that it does not hold up
      // other forms: the host may still accept forms that need no token.
      const status = known.code === 'upstream.failed' ? known.status : null;
      return failed(known, { status, wasSent: false, isOfHost: true });
    }
    const { readFile } = form;
    const json = isJsonForm(content) ? content : undefined;
    const isOfEngine = engineTakes?.(form.kind.row) ?? true;
    const assertion = isOfEngine ? options.assertion : undefined;
    return attempt(
      () =>
        upstream.request({
          method: form.kind.row.method,
          path: form.path,
          row: form.kind.row,
          params: form.params,
          headers: {
            host: upstream.url.host,
            accept: 'application/json',
            ...form.headers,
            ...(json && { 'content-type': 'application/json', 'content-length': String(json.bytes.length) }),
            'x-request-id': requestId,
            [formHeaders.key]: identity.key,
            ...((isKept || assertion) && {
              [formHeaders.reference]: identity.reference,
              [formHeaders.receivedAt]: new Date(identity.receivedAt).toISOString(),
            }),
            ...(assertion && { [formHeaders.assertion]: assertion }),
          },
          ...(isJsonForm(content) ? { json } : { form: { parts: content, ...(readFile && { readFile }) } }),
          ...(signal && { signal }),
        }),
      assertion !== undefined,
    );
  };
}

/** How long the host may take for a form token before a page gets one of the BFF, in milliseconds. */
const hostMs = 3_000;

/**
 * Wraps the reads of the host, so that a form token comes from the BFF if the host gives none in time. With `always`
 * every form token comes from the BFF: this is needed if forms go to two receivers (hosts/hybrid). Other reads are
 * unchanged.
 */
export function withOwnTokens(
  readHost: ReadHost,
  formTokens: Pick<FormTokens, 'issue'>,
  always: boolean,
): ReadHost {
  const ownAnswer = () => {
    const { formMinSeconds: min_seconds, retentionMonths: retention_months } = limits;
    const data = { form_token: formTokens.issue(), min_seconds, retention_months };
    return { status: 200, headers: { 'cache-control': 'no-store' }, body: new Json({ status: 1, data }) };
  };
  return async (wanted) => {
    if (wanted.row.name !== contract.formToken.name) return readHost(wanted);
    if (always) return ownAnswer();
    const signals = [wanted.signal ?? [], AbortSignal.timeout(hostMs)].flat();
    return readHost({ ...wanted, signal: AbortSignal.any(signals) }).catch(ownAnswer);
  };
}

/** Milliseconds after which a new token is requested from the host. */
const renewMs = 10 * 60_000;
/**
 * A host accepts a token only after a wait. This many milliseconds are added to the wait, because the host's clock
 * and this site's clock differ.
 */
const marginMs = 200;

/**
 * Returns a function that gives form tokens of the host, which it requests through `askHost`, for forms that were opened
 * with a token of the BFF while the host was down. A host accepts a token only some seconds after issuing it, so the
 * function waits until then, and the token is cached for further forms. The function returns undefined if the host
 * issues no tokens, and rejects when the call fails.
 */
export function hostTokens(askHost: ReadHost, upstream: Pick<Upstream, 'url'>, publicUrl: URL) {
  let asked: ReturnType<typeof ask> | undefined;
  let renewAt = 0;

  async function read() {
    const headers = anonymousHeaders({ url: upstream.url, publicUrl, requestId: randomUUID() });
    const rules = { hosts: [upstream.url.host, publicUrl.host], mediaPaths: [] };
    const path = callPath(contract.formToken);
    try {
      return (await askHost({ row: contract.formToken, path, headers, rules })).body?.value;
    } catch (error) {
      // A host that does not answer, or has too many requests, may give a token later.
      if (error instanceof AppError && error.status < 500 && error.status !== 429) return undefined;
      throw error;
    }
  }

  async function ask() {
    const { data } = contract.formToken.data.safeParse(
      ((await read()) as { data?: unknown } | undefined)?.data,
    );
    if (!data || data.form_token === '') return { token: undefined, goodAt: 0 };
    const wait = Math.min(data.min_seconds, limits.formMinSeconds * 2) * 1000 + marginMs;
    return { token: data.form_token, goodAt: performance.now() + wait };
  }

  return async () => {
    if (!asked || performance.now() >= renewAt) {
      renewAt = performance.now() + renewMs;
      asked = ask();
      // A failure is not remembered.
      asked.catch(() => {
        renewAt = 0;
      });
    }
    const { token, goodAt } = await asked;
    const wait = goodAt - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    return token;
  };
}
