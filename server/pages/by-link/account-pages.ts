import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { textOf } from '#shared/desk-messages.ts';
import { limits } from '#shared/limits.ts';
import { html, type Markup } from '#shared/markup.ts';
import { messages, messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { LiveInfo } from '#shared/site/site-info.ts';
import type { Capabilities } from '../../bff/capabilities.ts';
import { accountOf } from '../../bff/session/devices.ts';
import type { Sessions } from '../../bff/session/sessions.ts';
import { requestIdOf } from '../../http/requests.ts';
import { linkDocument, linkField, linkForm } from './link-document.ts';
import type { LinkAnswer, LinkPage, LinkVisit } from './serve-links.ts';

export interface AccountPagesOptions {
  sessions: Pick<Sessions, 'devices'>;
  capabilities: Pick<Capabilities, 'has'>;
  info: LiveInfo;
  log: Logger;
}

/** Why a form was refused: the errors by field, and under `form` that of the whole form; and the typed values. */
interface Refused {
  status: number;
  errors: Record<string, string | undefined>;
  typed: URLSearchParams;
}

/** The words and fields of a page with a form. */
interface Form {
  title: string;
  text: Markup;
  fields: Markup;
  submit: string;
}

const link = (path: string, text: string) =>
  html`<a href="${path}" style="color:inherit;display:inline-block;padding:.25rem 0">${text}</a>`;

/** Returns the page `/invite/{secret}`, where an invited person enters their name and chooses a password. */
export function invitePage(options: AccountPagesOptions): LinkPage {
  return passwordPage(options, {
    read: contract.readInvite,
    save: contract.acceptInvite,
    form({ email, name }, { errors, typed }) {
      const shown = typed?.get('name') ?? name;
      return {
        title: `Welcome to ${options.info().site.name}`,
        text: html`<p style="margin:0 0 1.5rem">You are invited to work on this site. You sign in as <strong style="overflow-wrap:anywhere">${email}</strong>.</p>`,
        fields: html`${linkField({ name: 'name', label: 'Your name', autocomplete: 'name', value: shown, error: errors?.name })}
${passwordField('Choose a password', errors?.new_password)}`,
        submit: 'Join',
      };
    },
    done: ['Your account is ready', 'Your password is set. Sign in with your email and this password.'],
  });
}

/** Returns the page `/reset/{secret}`, where a person who has forgotten their password chooses another one. */
export function resetPage(options: AccountPagesOptions): LinkPage {
  return passwordPage(options, {
    read: contract.readReset,
    save: contract.resetPassword,
    form: ({ email }, { errors }) => ({
      title: 'Set a new password',
      text: html`<p style="margin:0 0 1.5rem">For <strong style="overflow-wrap:anywhere">${email}</strong>. You will be signed out everywhere.</p>`,
      fields: passwordField('New password', errors?.new_password),
      submit: 'Set the password',
    }),
    done: ['Your new password is set', 'You are signed out everywhere. Sign in with the new password.'],
  });
}

interface PasswordPage {
  read: typeof contract.readInvite | typeof contract.readReset;
  save: typeof contract.acceptInvite | typeof contract.resetPassword;
  form(account: { email: string; name?: string }, refused: Partial<Refused>): Form;
  done: [title: string, text: string];
}

/** Creates a page on which a person sets the password of their account. */
function passwordPage(
  { sessions, log }: AccountPagesOptions,
  { read, save, form, done }: PasswordPage,
): LinkPage {
  async function show({ ask, secret }: LinkVisit, refused?: Refused): Promise<LinkAnswer | undefined> {
    const answer = await ask(read, { secret });
    const account = answer && answer.status < 300 && read.data.safeParse(answer.envelope.data).data;
    if (!account) return undefined;
    const { title, ...shown } = form(account, refused ?? {});
    // The title begins by saying that something is wrong.
    return formPage({ ...shown, title: refused ? `Please check: ${title}` : title }, refused);
  }

  return {
    show: (visit) => show(visit),
    async act(visit, typed) {
      const { ask, secret, res } = visit;
      const name = save === contract.acceptInvite ? { name: typed.get('name') ?? '' } : {};
      const answer = await ask(save, { secret, ...name, new_password: typed.get('new_password') ?? '' });
      if (!answer || answer.status === 404) return undefined;
      if (answer.status >= 300) return show(visit, { status: 422, errors: errorsOf(answer.envelope), typed });
      const { email } = save.data.parse(answer.envelope.data);
      // Browsers that signed in with the old password count as unknown. A failure here is only logged: the host has
      // stored the new password, even if this site cannot write to its database.
      await sessions.devices.forgetAll(accountOf(email), Date.now()).catch((error: unknown) => {
        log.error(
          { id: requestIdOf(res), err: error },
          'device cookies of the old password are not revoked yet; retrying',
        );
      });
      const [title, text] = done;
      const body = html`<p style="margin:0 0 1.5rem">${text}</p>
<p style="margin:0">${link(pathTo('adminLogin'), 'Sign in')}</p>`;
      return { status: 200, document: linkDocument({ title, body }) };
    },
  };
}

const back = html`<p style="margin:2rem 0 0">${link(pathTo('adminLogin'), 'Back to sign-in')}</p>`;

/**
 * Returns the page `/admin/forgot`, which requests a mail with a link to set a new password. Every email gets the same
 * answer, in the same words and after the same time, so that the page does not reveal who has an account.
 */
export function forgotPage({ capabilities }: AccountPagesOptions): LinkPage {
  const page = (refused?: Refused) =>
    formPage(
      {
        title: 'Forgot your password?',
        text: html`<p style="margin:0 0 1.5rem">We will send you a link to set a new password.</p>`,
        fields: linkField({
          name: 'email',
          label: 'Email',
          type: 'email',
          autocomplete: 'username',
          value: refused?.typed.get('email') ?? undefined,
          hint: 'The email address that you sign in with.',
          error: refused?.errors.email,
        }),
        submit: 'Send the link',
      },
      refused,
      back,
    );
  const notice = (status: number, title: string, text: Markup) => ({
    status,
    document: linkDocument({ title, body: html`${text}${back}` }),
  });
  const absent = notice(
    404,
    'Passwords cannot be reset here',
    html`<p style="margin:0">The API host of this site manages passwords. Please ask its administrators.</p>`,
  );
  return {
    // A host supports the call for a forgotten password only together with the calls of the People screen. So this
    // page exists only if the host supports both, as far as is known.
    show: async () =>
      [contract.getPeople, contract.forgotPassword].every((row) => capabilities.has(row)) ? page() : absent,
    async act({ ask }, typed) {
      const answer = await ask(contract.forgotPassword, { email: typed.get('email') ?? '' });
      if (!answer) return absent;
      const { status, envelope } = answer;
      if (status >= 300) return page({ status, errors: errorsOf(envelope), typed });
      return notice(
        200,
        'Check your mail',
        html`<p style="margin:0 0 1rem">${textOf('forgot.received')}</p>
<p style="margin:0">No mail after a few minutes? Check your spam folder, or ask an owner of the site.</p>`,
      );
    },
  };
}

function passwordField(label: string, error: string | undefined) {
  return linkField({
    name: 'new_password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: messageText('password.tooShort', { min: limits.passwordMin }),
    error,
  });
}

const shownAtField = new Set(['name', 'new_password', 'email']);

/** Creates a page with a form. Above the form are the errors that are at no field of it. */
function formPage({ title, text, fields, submit }: Form, refused?: Refused, end?: Markup): LinkAnswer {
  const { status = 200, errors = {} } = refused ?? {};
  const others = Object.entries(errors).filter(([name]) => !shownAtField.has(name));
  const problem =
    refused &&
    html`<p role="alert" style="margin:0 0 1.5rem;font-weight:600">${!errors.form && messages['fields.invalid']} ${others.map(([, said]) => html`${said} `)}</p>`;
  const body = html`${problem}${text}${linkForm({ fields, submit })}${end}`;
  return { status, document: linkDocument({ title, body }) };
}

/** Returns the first error of each field; without any, the message as the error of the form. */
function errorsOf({ errors = {}, message }: { errors?: Record<string, string[]>; message?: string }) {
  const first = Object.entries(errors).map(([name, [said = '']]) => [name, said] as const);
  return first.length > 0 ? Object.fromEntries(first) : { form: message };
}
