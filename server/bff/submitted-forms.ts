import { createHash, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import { type Call, callOf, withReceipt } from './call.ts';
import { formKinds } from './intake/visitor-form.ts';

/** How long a repeated form gets the same answer, in milliseconds. */
const rememberedMs = 10 * 60_000;
/** Maximum number of remembered forms, a few hundred bytes each. */
const maxForms = 10_000;

/** The API host's answer to an accepted form. */
export interface AcceptedForm {
  reference?: string;
  /** ISO time. */
  dueAt?: string;
}

/**
 * Remembers the forms that pages posted: a double click or a reload of the page sends the form again, and must not
 * submit it twice. Stores a keyed hash of the form and the host's answer, in memory only. A load balancer may send
 * the repeat to another process, which has no memory of the form: that process gives it the same Idempotency-Key.
 */
export interface SubmittedForms {
  /**
   * Returns the result of `send`, which runs once for all callers with this key at the same time or within ten
   * minutes. A failure is not remembered.
   */
  once(key: string, send: () => Promise<AcceptedForm>): Promise<AcceptedForm>;
  /** Returns the answer to a form that a page has posted; undefined if there is none. */
  find(key: string): Promise<AcceptedForm> | undefined;
  readonly isEmpty: boolean;
  /** `call` is the path of the call, `texts` its fields without tokens, `file` the path of the file. */
  keyOf(call: string, texts: Record<string, string>, file?: string): Promise<string>;
  /**
   * Returns the Idempotency-Key of a form (`key`) from the page that had this token, the same in every process;
   * undefined without a token.
   */
  pressOf(key: string, token: string | undefined): string | undefined;
}

/** `keys` are derived from SESSION_SECRET for this purpose; `now` returns milliseconds since 1970. */
export function createSubmittedForms(
  [secret]: readonly Buffer[],
  now: () => number = Date.now,
): SubmittedForms {
  if (!secret) throw new Error('createSubmittedForms: no key');
  const answers = new LRUCache<string, { answer: Promise<AcceptedForm>; until: number }>({ max: maxForms });

  const find = (key: string) => {
    const known = answers.get(key);
    if (known && known.until <= now()) {
      answers.delete(key);
      return undefined;
    }
    return known?.answer;
  };

  return {
    find,
    once(key, send) {
      const known = find(key);
      if (known) return known;
      const answer = send();
      const entry = { answer, until: now() + rememberedMs };
      answers.set(key, entry);
      answer.catch(() => {
        if (answers.peek(key) === entry) answers.delete(key);
      });
      return answer;
    },
    get isEmpty() {
      return answers.size === 0;
    },
    async keyOf(call, texts, file) {
      const fields = Object.entries(texts)
        .map(([name, text]) => [name, text.replace(/\r\n?/g, '\n').trim()] as const)
        .filter(([name, text]) => text !== '' && !ignoredFields.has(name))
        .sort(([one], [other]) => (one < other ? -1 : 1));
      const hash = createHash('sha256');
      if (file) for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
      const content = JSON.stringify([call, fields, file ? hash.digest('base64') : null]);
      return createHmac('sha256', secret).update(content).digest('base64');
    },
    pressOf: (key, token) =>
      token ? createHmac('sha256', secret).update(`${key} ${token}`).digest('base64url') : undefined,
  };
}

/**
 * Fields that differ when the same form is sent again: how long the form was open, and whether a bot filled it in.
 */
const ignoredFields = new Set(['form_token', 'website']);

/**
 * Answers the call of a form that its page has just posted with the answer to that post: a visitor may press the
 * button before the page's scripts have loaded, which posts the page, and again after, which makes a call. Repeated
 * calls alone are never joined: each is intended.
 */
export function answerResubmittedForms(submittedForms: SubmittedForms): RequestHandler {
  return (req, res, next) => {
    const call = callOf(res);
    const code = formKinds[call.row?.name ?? '']?.received;
    if (!code || submittedForms.isEmpty || call.session) {
      next();
      return;
    }
    keyOfCall(submittedForms, call, req.originalUrl)
      .then((key) => (key === undefined ? undefined : submittedForms.find(key)?.catch(() => undefined)))
      .then((taken) => {
        if (!taken) return next();
        const { reference, dueAt } = taken;
        const body: Envelope = {
          status: 1,
          message: messages[code],
          data: { ...(reference && { reference }), ...(dueAt && { due_at: dueAt }) },
        };
        res.set('Cache-Control', 'no-store').json(withReceipt(res, body));
      })
      .catch(next);
  };
}

async function keyOfCall(
  submittedForms: SubmittedForms,
  call: Call,
  path: string,
): Promise<string | undefined> {
  const texts: Record<string, string> = {};
  if (call.parts) {
    for (const { kind, name, source } of call.parts) {
      if (kind === 'text') texts[name] = source.toString();
    }
    return submittedForms.keyOf(
      path,
      texts,
      call.parts.find(({ kind }) => kind === 'file')?.source.toString(),
    );
  }
  if (!call.upload) return undefined;
  const bytes = call.upload.pieces.filter((piece): piece is Buffer => !('path' in piece));
  const body: unknown = JSON.parse(Buffer.concat(bytes).toString());
  if (typeof body !== 'object' || body === null) return undefined;
  for (const [name, value] of Object.entries(body)) {
    // A page sends only texts, so this form cannot come from one.
    if (typeof value === 'string') texts[name] = value;
    else if (value !== null && value !== undefined) return undefined;
  }
  return submittedForms.keyOf(path, texts);
}
