import type { RequestHandler } from 'express';
import { contract } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import { forgotPath } from '#shared/link-paths.ts';
import { pathTo } from '#shared/paths.ts';
import type { Capabilities } from '../../bff/capabilities.ts';
import { comesFromOurPages } from '../../bff/csrf/csrf.ts';
import type { Upstream } from '../../bff/upstream/upstream.ts';
import { AppError } from '../../errors.ts';
import type { MinRate } from '../../http/min-rate.ts';
import { askHostFor } from './ask-host.ts';
import { html, linkDocument, linkField, linkForm, type Markup } from './link-document.ts';
import { type LinkAnswer, readFields, refuseOtherForms, sendLinkAnswer } from './serve-links.ts';

interface ForgotPageOptions {
  upstream: Upstream;
  capabilities: Capabilities;
  publicUrl: URL;
  minRate?: MinRate;
}

/**
 * Serves `/admin/forgot`, which requests a mail with a link to set a new password, without scripts. Every email gets
 * the same answer, in the same words and after the same time, so that the page does not reveal who has an account.
 */
export function serveForgotPage(options: ForgotPageOptions): RequestHandler {
  return async (req, res, next) => {
    if (req.originalUrl.split('?', 1)[0] !== forgotPath) return next();
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!isRead && req.method !== 'POST') {
      const allow = 'GET, HEAD, POST';
      throw new AppError('request.methodNotAllowed', 405, {
        values: { method: req.method, allow },
        headers: { Allow: allow },
      });
    }
    res.set('X-Robots-Tag', 'noindex, nofollow');
    const ask = askHostFor(options, req, res);
    const answer = isRead ? await show() : await act();
    if (!res.destroyed) await sendLinkAnswer(answer, req, res);

    async function show(): Promise<LinkAnswer> {
      // A host supports the call for a forgotten password only together with the calls of the People screen. So this
      // page exists only if the host supports both `getPeople` and `forgotPassword`, as far as is known.
      const isThere = [contract.getPeople, contract.forgotPassword].every((row) =>
        options.capabilities.has(row),
      );
      return isThere ? page() : absent;
    }

    async function act(): Promise<LinkAnswer> {
      if (!comesFromOurPages(req, options.publicUrl)) throw new AppError('csrf.crossSite', 403);
      refuseOtherForms(req);
      const email = (await readFields(req, res, options.minRate)).get('email') ?? '';
      const asked = await ask(contract.forgotPassword, { email });
      if (!asked) return absent;
      const { status, envelope } = asked;
      if (status < 300) return received;
      const error = envelope.errors?.email?.[0];
      return { ...page({ email, error, text: error ? undefined : envelope.message }), status };
    }
  };
}

interface Typed {
  email: string;
  error: string | undefined;
  /** An error of the whole form, not of the field. */
  text: string | undefined;
}

const back = html`<p style="margin:2rem 0 0"><a href="${pathTo('adminLogin')}" style="color:inherit;display:inline-block;padding:.25rem 0">Back to sign-in</a></p>`;

function page(typed?: Typed): LinkAnswer {
  const fields = linkField({
    name: 'email',
    label: 'Email',
    type: 'email',
    autocomplete: 'username',
    value: typed?.email,
    hint: 'The email address that you sign in with.',
    error: typed?.error,
  });
  const problem =
    typed?.text && html`<p role="alert" style="margin:0 0 1.5rem;font-weight:600">${typed.text}</p>`;
  const body = html`${problem}<p style="margin:0 0 1.5rem">We will send you a link to set a new password.</p>
${linkForm({ fields, submit: 'Send the link' })}${back}`;
  return { status: 200, document: document('Forgot your password?', body) };
}

const received: LinkAnswer = {
  status: 200,
  document: document(
    'Check your mail',
    html`<p style="margin:0 0 1rem">${textOf('forgot.received')}</p>
<p style="margin:0">No mail after a few minutes? Check your spam folder, or ask an owner of the site.</p>${back}`,
  ),
};

const absent: LinkAnswer = {
  status: 404,
  document: document(
    'Passwords cannot be reset here',
    html`<p style="margin:0">The API host of this site manages passwords. Please ask its administrators.</p>${back}`,
  ),
};

function document(title: string, body: Markup): string {
  return linkDocument({ title, body });
}
