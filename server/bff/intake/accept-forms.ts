import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { messages } from '#shared/messages.ts';
import type { Envelope } from '#shared/schemas/envelope.ts';
import type { Config } from '../../config.ts';
import { noteProblems, requestIdOf } from '../../http/requests.ts';
import { type Call, callOf, withReceipt } from '../call.ts';
import type { Capabilities } from '../capabilities.ts';
import { relayAnswer } from '../proxy/forward.ts';
import type { Sessions } from '../session/sessions.ts';
import { lingerThenClose } from '../uploads/bodies.ts';
import { rewriteRules } from '../upstream/addresses.ts';
import { upstreamHeaders } from '../upstream/headers.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Intake, KeptForm } from './intake.ts';
import { type FormKind, formKinds } from './visitor-form.ts';

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

interface TakeFormsOptions {
  intake: Intake;
  upstream: Upstream;
  sessions: Sessions;
  config: Config;
  log: Logger;
  capabilities: Capabilities;
}

/**
 * Handles visitors' forms: sends a form to the host and returns the host's answer, or stores the form until the host
 * accepts it (202). The work is finished even if the browser disconnects. A form sent with a session is handled like
 * any other call.
 */
export function takeForms({ intake, upstream, config, ...relay }: TakeFormsOptions): RequestHandler {
  return (req, res, next) => {
    const call = callOf(res);
    const kind = visitorsKind(call);
    const content = call.parts ?? call.json;
    if (!kind || !content || res.destroyed) {
      next();
      return;
    }
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
        const rules = rewriteRules(req, upstream, config);
        return relayAnswer(received.answer, req, res, { ...relay, rules });
      })
      .catch(next);
  };
}

/**
 * Returns the headers that describe the browser to the host, now or at a later delivery. Left out are headers from
 * which the host could conclude that another person is the sender.
 */
export function browserOf(req: Request, upstream: Pick<Upstream, 'url'>): Record<string, string> {
  const all = upstreamHeaders(req, { url: upstream.url, requestId: '' });
  const { host: _host, 'x-request-id': _id, accept: _accept, ...headers } = all;
  return headers;
}

/** Returns the IP address by which forms are limited. */
export function addressOf(req: Pick<Request, 'ip'>): string {
  return req.ip ?? 'unknown';
}

function visitorsKind(call: Call): FormKind | undefined {
  return call.session ? undefined : formKinds[call.row?.name ?? ''];
}

function sendKept(res: Response, kind: FormKind, { reference, dueAt, isToldTaken, why }: KeptForm): void {
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
