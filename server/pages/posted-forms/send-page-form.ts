import type { Request, Response } from 'express';
import { type ErrorCode, messages, messageText } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { RebuiltBody } from '../../bff/call.ts';
import type { Capabilities } from '../../bff/hosts/capabilities.ts';
import type { AcceptedForm } from '../../bff/submitted-forms.ts';
import { rebuildForm } from '../../bff/uploads/rebuild.ts';
import { unusableAnswer } from '../../bff/upstream/failures.ts';
import { upstreamHeaders } from '../../bff/upstream/headers.ts';
import { isJson, readJson } from '../../bff/upstream/json-answer.ts';
import { dumpAnswer, hostFailure, isRedirect, refusalEnvelope } from '../../bff/upstream/refusals.ts';
import type { Upstream, UpstreamAnswer } from '../../bff/upstream/upstream.ts';
import type { FilePart, Part } from '../../forms/read-form.ts';
import { requestIdOf } from '../../http/request-id.ts';
import type { PageForm } from './page-forms.ts';

/** The API host did not take a form: its own words for the whole and for fields, where it has any. */
export class FormRefusal extends Error {
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly retryAfter: string | undefined;

  constructor(status: number, text: string, fields: Record<string, string> = {}, retryAfter?: string) {
    super(text);
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/**
 * The host turns out not to have the call of this form, although the page was shown. Its message is about routes, and nobody
 * gets to see it.
 */
export class FormNotTaken extends FormRefusal {
  constructor() {
    super(502, messages['pageForm.notTaken']);
  }
}

/**
 * Sends a form that a page posted as the call that it is: the headers, the body and the path of the client's own call, and
 * never a session. It is sent to its end also when the browser leaves: who presses twice leaves the first press. Rejects with
 * FormRefusal, or with AppError when the host fails.
 */
export async function sendPageForm(
  { upstream, capabilities }: { upstream: Upstream; capabilities: Capabilities },
  form: PageForm,
  texts: Record<string, string>,
  file: FilePart | undefined,
  req: Request,
  res: Response,
): Promise<AcceptedForm> {
  const body = form.row.upload ? multipartOf(form, texts, file) : jsonOf(texts);
  const answer = await upstream.request({
    method: form.row.method,
    path: form.callPath,
    headers: {
      ...upstreamHeaders(req, { url: upstream.url, requestId: requestIdOf(res), body }),
      // The browser asked for a page; a host that is asked for one answers a refusal with a redirect.
      accept: 'application/json',
    },
    body: body.pieces,
    bodyLength: body.length,
  });
  return takenBy(answer, (message) => capabilities.isMissing(form.row, answer.status, message));
}

function multipartOf(form: PageForm, texts: Record<string, string>, file: FilePart | undefined): RebuiltBody {
  const parts: Part[] = form.policy.texts.map(({ name }) => {
    const source = Buffer.from(texts[name] ?? '');
    return { kind: 'text', name, source, size: source.length };
  });
  return rebuildForm(file ? [...parts, file] : parts);
}

function jsonOf(texts: Record<string, string>): RebuiltBody {
  const bytes = Buffer.from(JSON.stringify(texts));
  return {
    contentType: 'application/json',
    length: bytes.length,
    pieces: [bytes],
  };
}

/** `isMissing` says whether an answer with these words means that the host has no call for the form. */
async function takenBy(
  answer: UpstreamAnswer,
  isMissing: (message: unknown) => boolean,
): Promise<AcceptedForm> {
  const { status } = answer;
  if (status >= 500) throw await hostFailure(answer);
  if (isRedirect(status)) {
    dumpAnswer(answer);
    throw unusableAnswer(new Error(`The API host answered with a redirect, ${status}`));
  }
  const json = isJson(answer) ? await readJson(answer) : undefined;
  if (json === undefined) dumpAnswer(answer);
  if (status >= 400) {
    const missing = isMissing((json as Partial<Envelope> | null | undefined)?.message);
    if (missing || status === 404 || status === 405) throw new FormNotTaken();
    throw refusalOf(status, json, [answer.headers['retry-after']].flat()[0]);
  }
  const envelope = (typeof json === 'object' && json !== null ? json : {}) as Partial<Envelope>;
  // Without a `status` in the body the HTTP status decides.
  if ('status' in envelope && Number(envelope.status) !== 1) {
    throw new FormRefusal(422, asText(envelope.message) ?? messages['request.failed'], fieldsOf(envelope));
  }
  const data = (envelope.data ?? {}) as { reference?: unknown; due_at?: unknown };
  return {
    ...(typeof data.reference === 'string' && { reference: data.reference }),
    ...(typeof data.due_at === 'string' && { dueAt: data.due_at }),
  };
}

function refusalOf(status: number, json: unknown, retryAfter: string | undefined): FormRefusal {
  const envelope = refusalEnvelope(status, json);
  const code: ErrorCode = status === 422 ? 'fields.invalid' : 'upstream.refused';
  const text = asText(envelope?.message) ?? messageText(code);
  const wait = retryAfter && /^[\w ,:]{1,40}$/.test(retryAfter) ? retryAfter : undefined;
  // A page that asks a visitor to sign in would lead nowhere: the form is public.
  return new FormRefusal(status === 401 ? 502 : status, text, fieldsOf(envelope), wait);
}

/** The first text of each field. A host of another make may send one text instead of a list. */
function fieldsOf(envelope: Partial<Envelope> | undefined): Record<string, string> {
  const errors: unknown = envelope?.errors;
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, texts]) => {
      const text = asText(Array.isArray(texts) ? texts[0] : texts);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** What a host says is shown as text, within reason. */
function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, 1_000) : undefined;
}
