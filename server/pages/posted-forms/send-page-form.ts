import type { Request, Response } from 'express';
import { type ErrorCode, messages, messageText } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { Capabilities } from '../../bff/capabilities.ts';
import { addressOf, browserOf } from '../../bff/intake/accept-forms.ts';
import type { Intake } from '../../bff/intake/intake.ts';
import type { AcceptedForm } from '../../bff/submitted-forms.ts';
import { unusableAnswer } from '../../bff/upstream/failures.ts';
import { jsonBody } from '../../bff/upstream/json-body.ts';
import { dumpAnswer, isRedirect, refusalEnvelope, saysNo } from '../../bff/upstream/refusals.ts';
import type { Upstream, UpstreamAnswer } from '../../bff/upstream/upstream.ts';
import { AppError, type AppErrorOptions } from '../../errors.ts';
import type { FilePart, Part } from '../../forms/read-form.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { noteProblems } from '../../http/request-notes.ts';
import type { PageForm } from './page-forms.ts';

/** Thrown when a form is refused with a text of the host. */
class FormRefusal extends AppError {
  constructor(code: ErrorCode, status: number, text: string, options: AppErrorOptions = {}) {
    super(code, status, options);
    this.message = text;
  }
}

/**
 * The error for a host that lacks the call of a form whose page was shown. The host's message would be about missing
 * routes, so visitors never see it.
 */
const notTaken = (status: number) =>
  new FormRefusal('host.callMissing', status, messages['pageForm.notTaken']);

/**
 * Sends a posted form as its call, with the headers, body and path that the client would use, but never with a
 * session. `key` is the Idempotency-Key, if there is one. The call is completed even if the browser disconnects,
 * because a visitor who presses the button twice aborts the first request. Rejects with FormRefusal, or with AppError
 * when the host fails.
 */
export async function sendPageForm(
  { upstream, capabilities, intake }: { upstream: Upstream; capabilities: Capabilities; intake: Intake },
  form: PageForm,
  texts: Record<string, string>,
  file: FilePart | undefined,
  { req, res, key }: { req: Request; res: Response; key: string | undefined },
): Promise<AcceptedForm> {
  const content = form.row.upload ? partsOf(form, texts, file) : jsonBody(texts);
  const received = await intake
    .receive(
      {
        kind: form.kind,
        path: form.callPath,
        params: form.params,
        content,
        headers: browserOf(req, upstream),
      },
      { address: addressOf(req), requestId: requestIdOf(res), key },
    )
    .catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'host.callMissing' ? notTaken(404) : error;
    });
  if (received.kept) {
    const { why, ...taken } = received.kept;
    if (why) noteProblems(res, [why]);
    return taken;
  }
  const { answer, json } = received;
  const isMissing = (message: unknown) => capabilities.isMissing(form.row, answer.status, message);
  return takenBy(answer, json, { isMissing, isOfRecord: form.params !== undefined });
}

function partsOf(form: PageForm, texts: Record<string, string>, file: FilePart | undefined): Part[] {
  const parts: Part[] = form.policy.texts.map(({ name }) => {
    const source = Buffer.from(texts[name] ?? '');
    return { kind: 'text', name, source, size: source.length };
  });
  return file ? [...parts, file] : parts;
}

/**
 * Returns the accepted form, or throws the refusal. `isMissing` takes the message of the answer, and returns true if
 * the host lacks the call of the form.
 */
function takenBy(
  answer: UpstreamAnswer,
  json: unknown,
  { isMissing, isOfRecord }: { isMissing: (message: unknown) => boolean; isOfRecord: boolean },
): AcceptedForm {
  const { status } = answer;
  dumpAnswer(answer);
  if (isRedirect(status)) {
    throw unusableAnswer(new Error(`The API host answered with a redirect, ${status}`));
  }
  if (status >= 400) {
    const missing = isMissing((json as Partial<Envelope> | null | undefined)?.message);
    // The job of an application may have been removed meanwhile, which is no failure of the host.
    if (missing || status === 404 || status === 405) throw notTaken(status === 404 && isOfRecord ? 404 : 502);
    throw refusalOf(status, json, [answer.headers['retry-after']].flat()[0]);
  }
  const envelope = (typeof json === 'object' && json !== null ? json : {}) as Partial<Envelope>;
  if (saysNo(envelope)) {
    const text = asText(envelope.message) ?? messages['request.failed'];
    throw new FormRefusal('fields.invalid', 422, text, { fields: fieldsOf(envelope) });
  }
  return acceptedForm(envelope.data);
}

/** Reads the host's answer to an accepted form. The answer is not trusted to have any particular content. */
export function acceptedForm(data: unknown): AcceptedForm {
  const { reference, due_at: dueAt } = Object(data) as { reference?: unknown; due_at?: unknown };
  return {
    ...(typeof reference === 'string' && { reference }),
    ...(typeof dueAt === 'string' && { dueAt }),
  };
}

function refusalOf(status: number, json: unknown, retryAfter: string | undefined): FormRefusal {
  const envelope = refusalEnvelope(status, json);
  const code: ErrorCode = status === 422 ? 'fields.invalid' : 'upstream.refused';
  const text = asText(envelope?.message) ?? messageText(code);
  // A 401 of the host becomes 502: the form is public, so a page that asks visitors to sign in would be wrong.
  return new FormRefusal(code, status === 401 ? 502 : status, text, {
    fields: fieldsOf(envelope),
    headers: retryAfter ? { 'Retry-After': retryAfter } : {},
  });
}

/** Returns the first text of each field; some hosts send one text instead of a list. */
function fieldsOf(envelope: Partial<Envelope> | undefined): Record<string, string[]> {
  const errors: unknown = envelope?.errors;
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, texts]) => {
      const text = asText(Array.isArray(texts) ? texts[0] : texts);
      return text === undefined ? [] : [[name, [text]]];
    }),
  );
}

/** Returns a message of the host, cut to a reasonable length; undefined if it is not a text. */
function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 1_000) : undefined;
}
