import { createHash, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Request, RequestHandler, Response } from 'express';
import { LRUCache } from 'lru-cache';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { Config } from '../../config.ts';
import { noteProblems, requestIdOf } from '../../http/requests.ts';
import { type Call, callOf, withReceipt } from '../call.ts';
import { type FormKind, formKinds } from '../form-kinds.ts';
import { type RelayOptions, relayAnswer } from '../proxy/forward.ts';
import { lingerThenClose } from '../uploads/bodies.ts';
import { rewriteRules } from '../upstream/addresses.ts';
import { upstreamHeaders } from '../upstream/headers.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Intake, KeptForm } from './intake.ts';
import { fileOf, textsOf } from './visitor-form.ts';

/** Refuses a form from an IP address that has reached a limit, before the body is read: 429 `form.tooOften`. */
export function refuseTooManyForms(intake: Pick<Intake, 'assertFree' | 'countRefusal'>): RequestHandler {
  return async (req, res, next) => {
    const kind = visitorsKind(callOf(res));
    try {
      if (kind) {
        await intake.assertFree(kind, addressOf(req));
        await intake.countRefusal(addressOf(req), res);
      }
    } catch (error) {
      lingerThenClose(req, res);
      throw error;
    }
    next();
  };
}

interface TakeFormsOptions extends Omit<RelayOptions, 'rules'> {
  intake: Intake;
  upstream: Upstream;
  config: Config;
}

/**
 * Handles visitors' forms: sends a form to the host and returns the host's answer, or stores the form until the host
 * accepts it (202). The work is finished even if the browser disconnects. A form sent with a session is handled like
 * any other call.
 */
export function takeForms({ intake, upstream, config, ...relay }: TakeFormsOptions): RequestHandler {
  return (req, res, next) => {
    const form = completeForm(res);
    if (!form || res.destroyed) {
      next();
      return;
    }
    const { call, kind, content } = form;
    const work = intake.receive(
      {
        kind,
        path: req.originalUrl,
        params: call.params,
        content,
        headers: browserOf(req, upstream),
      },
      { address: addressOf(req), requestId: requestIdOf(res) },
    );
    (call.keepFiles?.(work) ?? work)
      .then(async (received) => {
        if (received.kept) return sendKept(res, kind, received.kept);
        const rules = rewriteRules(req.host, upstream, config);
        return relayAnswer(received.answer, req, res, { ...relay, rules });
      })
      .catch(next);
  };
}

/**
 * Returns the headers that describe the browser to the host, now or at a later delivery. Left out are headers from
 * which the host could conclude that another person is the sender.
 */
export function browserOf(req: Request, upstream: Pick<Upstream, 'url'>) {
  const all = upstreamHeaders(req, { url: upstream.url, requestId: '' });
  const { host: _host, 'x-request-id': _id, accept: _accept, ...headers } = all;
  return headers;
}

/** Returns the IP address by which forms are limited. */
export function addressOf(req: Pick<Request, 'ip'>) {
  return req.ip ?? 'unknown';
}

function visitorsKind(call: Call) {
  return call.session ? undefined : formKinds[call.row?.name ?? ''];
}

/** Returns the visitor's form that a call has sent as a whole; undefined for any other call. */
function completeForm(res: Response) {
  const call = callOf(res);
  const kind = visitorsKind(call);
  const content = call.parts ?? call.json;
  return kind && content && { call, kind, content };
}

function sendKept(
  res: Response,
  kind: FormKind,
  { reference, dueAt, isToldTaken, why }: AcceptedForm & Omit<KeptForm, 'reference'>,
) {
  if (why) noteProblems(res, [why]);
  const body: Envelope = {
    status: 1,
    message: messages[kind.received],
    data: { reference, ...(dueAt && { due_at: dueAt }) },
  };
  res
    .status(isToldTaken ? 200 : 202)
    .set('Cache-Control', 'no-store')
    .json(withReceipt(res, body));
}

/** How long a repeated form gets the answer to the first, in milliseconds. */
const rememberedMs = 10 * 60_000;
/** Maximum number of remembered forms, a few hundred bytes each. */
const maxForms = 10_000;

/** The API host's answer to an accepted form. */
export interface AcceptedForm {
  reference?: string;
  /** When an answer to the form is due, as an ISO time. */
  dueAt?: string;
}

export type SubmittedForms = ReturnType<typeof createSubmittedForms>;

/**
 * Creates the memory of forms that were posted to pages, because a double click or a reload of the page sends a form
 * again, and it must not be submitted twice. Stores a keyed hash of each form and the host's answer, in memory only. A
 * load balancer may send the repeated form to another process that has no memory of it; that process sends it with the
 * same Idempotency-Key.
 *
 * The argument is the list of keys derived from SESSION_SECRET for this purpose; only the first key is used.
 */
export function createSubmittedForms([secret]: readonly Buffer[]) {
  if (!secret) throw new Error('createSubmittedForms: no key');
  const answers = new LRUCache<string, Promise<AcceptedForm>>({ max: maxForms, ttl: rememberedMs });
  return {
    /** Returns the remembered answer to a form with this hash; undefined if there is none. */
    find: (key: string) => answers.get(key),
    /**
     * Runs `send`, once for all callers with the same key within ten minutes, and returns its result to all of them. A
     * failure is not remembered.
     */
    once(key: string, send: () => Promise<AcceptedForm>) {
      const known = answers.get(key);
      if (known) return known;
      const answer = send();
      answers.set(key, answer);
      answer.catch(() => {
        if (answers.peek(key) === answer) answers.delete(key);
      });
      return answer;
    },
    get isEmpty() {
      return answers.size === 0;
    },
    /**
     * Returns the hash of a form. `call` is the path of the call, `texts` are the form's fields without tokens, `file`
     * is the path of its file.
     */
    async keyOf(call: string, texts: Record<string, string>, file?: string) {
      const fields = Object.entries(texts)
        .map(([name, text]) => [name, text.replace(/\r\n?/g, '\n').trim()] as const)
        .filter(([name, text]) => text !== '' && !ignoredFields.has(name))
        .sort(([one], [other]) => (one < other ? -1 : 1));
      const hash = createHash('sha256');
      if (file) for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
      const content = JSON.stringify([call, fields, file ? hash.digest('base64') : null]);
      return createHmac('sha256', secret).update(content).digest('base64');
    },
    /**
     * Returns the Idempotency-Key of a form: `key` is its hash, and `token` the form token of its page. The result is
     * the same in every process; undefined without a token.
     */
    pressOf: (key: string, token: string | undefined) =>
      token ? createHmac('sha256', secret).update(`${key} ${token}`).digest('base64url') : undefined,
  };
}

/** Fields that may differ when the same form is sent again, so they are not part of its hash. */
const ignoredFields = new Set(['form_token', 'website']);

/**
 * Answers a call with a form that has just been posted to its page. This happens if a visitor presses the button
 * before the page's scripts have loaded, which posts the form to the page, and again afterwards, which makes a call.
 * The call gets the answer to the post. Two calls with the same form are both sent to the host, because each is
 * intended.
 */
export function answerResubmittedForms(submittedForms: SubmittedForms): RequestHandler {
  return (req, res, next) => {
    const form = completeForm(res);
    if (!form || submittedForms.isEmpty) {
      next();
      return;
    }
    const { kind, content } = form;
    submittedForms
      .keyOf(req.originalUrl, textsOf(content), fileOf(content)?.source)
      .then((key) => submittedForms.find(key)?.catch(() => undefined))
      .then((taken) => (taken ? sendKept(res, kind, { ...taken, isToldTaken: true }) : next()))
      .catch(next);
  };
}
