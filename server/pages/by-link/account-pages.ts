import type { Logger } from 'pino';
import { contract } from '#shared/contract/index.ts';
import { limits } from '#shared/limits.ts';
import { messages, messageText } from '#shared/messages.ts';
import { pathTo } from '#shared/paths.ts';
import type { LiveInfo } from '#shared/site/site-info.ts';
import { accountOf } from '../../bff/session/devices.ts';
import type { Sessions } from '../../bff/session/sessions.ts';
import { requestIdOf } from '../../http/request-id.ts';
import type { AskHost } from './ask-host.ts';
import { html, linkDocument, linkField, linkForm, type Markup } from './link-document.ts';
import type { LinkAnswer, LinkPage, LinkVisit } from './serve-links.ts';

export interface AccountPagesOptions {
  sessions: Pick<Sessions, 'devices'>;
  info: LiveInfo;
  log: Logger;
}

/** Why a form was refused: the errors by field, and the typed values to show again, except the password. */
interface Refused {
  errors: Record<string, string>;
  name?: string;
}

const passwordHint = messageText('password.tooShort', { min: limits.passwordMin });

/** Creates the page `/invite/{secret}`, where an invited person enters their name and chooses a password. */
export function invitePage(options: AccountPagesOptions): LinkPage {
  async function page(ask: AskHost, secret: string, refused?: Refused): Promise<LinkAnswer | undefined> {
    const found = await read(ask, contract.readInvite, secret);
    const invite = contract.readInvite.data.safeParse(found).data;
    if (!invite) return undefined;
    const { errors = {}, name = invite.name } = refused ?? {};
    const title = `Welcome to ${options.info().site.name}`;
    const text = html`<p style="margin:0 0 1.5rem">You are invited to work on this site. You sign in as <strong style="overflow-wrap:anywhere">${invite.email}</strong>.</p>`;
    const fields = html`${linkField({ name: 'name', label: 'Your name', autocomplete: 'name', value: name, error: errors.name })}
${passwordField('Choose a password', errors.new_password)}`;
    return { status: refused ? 422 : 200, document: formDocument(title, text, fields, 'Join', refused) };
  }

  return {
    show: ({ ask, secret }) => page(ask, secret),
    async act(visit, typed) {
      const name = typed.get('name') ?? '';
      const body = { secret: visit.secret, name, new_password: typed.get('new_password') ?? '' };
      const done = await setPassword(visit, contract.acceptInvite, body, options);
      if (done === undefined) return undefined;
      if (done !== 'set') return page(visit.ask, visit.secret, { errors: done, name });
      return doneAnswer(
        'Your account is ready',
        'Your password is set. Sign in with your email and this password.',
      );
    },
  };
}

/** Creates the page `/reset/{secret}`, where a person who has forgotten their password chooses another one. */
export function resetPage(options: AccountPagesOptions): LinkPage {
  async function page(ask: AskHost, secret: string, refused?: Refused): Promise<LinkAnswer | undefined> {
    const found = await read(ask, contract.readReset, secret);
    const reset = contract.readReset.data.safeParse(found).data;
    if (!reset) return undefined;
    const text = html`<p style="margin:0 0 1.5rem">For <strong style="overflow-wrap:anywhere">${reset.email}</strong>. You will be signed out everywhere.</p>`;
    const field = passwordField('New password', refused?.errors.new_password);
    return {
      status: refused ? 422 : 200,
      document: formDocument('Set a new password', text, field, 'Set the password', refused),
    };
  }

  return {
    show: ({ ask, secret }) => page(ask, secret),
    async act(visit, typed) {
      const body = { secret: visit.secret, new_password: typed.get('new_password') ?? '' };
      const done = await setPassword(visit, contract.resetPassword, body, options);
      if (done === undefined) return undefined;
      if (done !== 'set') return page(visit.ask, visit.secret, { errors: done });
      return doneAnswer(
        'Your new password is set',
        'You are signed out everywhere. Sign in with the new password.',
      );
    },
  };
}

function passwordField(label: string, error: string | undefined): Markup {
  return linkField({
    name: 'new_password',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: passwordHint,
    error,
  });
}

/** Creates a page with a form. If the form has errors, the title begins by saying so. */
function formDocument(
  title: string,
  text: Markup,
  fields: Markup,
  submit: string,
  refused: Refused | undefined,
): string {
  const others = Object.entries(refused?.errors ?? {}).filter(([name]) => !shown.has(name));
  const problem =
    refused &&
    html`<p role="alert" style="margin:0 0 1.5rem;font-weight:600">${messages['fields.invalid']} ${others.map(([, said]) => html`${said} `)}</p>`;
  const body = html`${problem}${text}${linkForm({ fields, submit })}`;
  return linkDocument({ title: refused ? `Please check: ${title}` : title, body });
}

const shown = new Set(['name', 'new_password']);

function doneAnswer(title: string, text: string): LinkAnswer {
  const body = html`<p style="margin:0 0 1.5rem">${text}</p>
<p style="margin:0"><a href="${pathTo('adminLogin')}" style="color:inherit;display:inline-block;padding:.25rem 0">Sign in</a></p>`;
  return { status: 200, document: linkDocument({ title, body }) };
}

async function read(ask: AskHost, row: Parameters<AskHost>[0], secret: string): Promise<unknown> {
  const answer = await ask(row, { secret });
  return answer && answer.status < 300 ? answer.envelope.data : undefined;
}

/**
 * Sets the password. Returns `set`, the errors by field, or undefined if the link does not work. When the password is
 * set, browsers that signed in with the old one count as unknown devices.
 */
async function setPassword(
  { ask, res }: LinkVisit,
  row: typeof contract.acceptInvite | typeof contract.resetPassword,
  body: Record<string, string>,
  { sessions, log }: AccountPagesOptions,
): Promise<'set' | Record<string, string> | undefined> {
  const answer = await ask(row, body);
  if (!answer || answer.status === 404) return undefined;
  if (answer.status >= 300) {
    const errors = Object.entries(answer.envelope.errors ?? {}).map(([name, [said = '']]) => [name, said]);
    return errors.length > 0 ? Object.fromEntries(errors) : { form: answer.envelope.message ?? '' };
  }
  const { email } = row.data.parse(answer.envelope.data);
  // A failure here is only logged: the host has stored the new password, even if this site cannot write to its
  // database.
  await sessions.devices.forgetAll(accountOf(email), Date.now()).catch((error: unknown) => {
    log.error(
      { id: requestIdOf(res), err: error },
      'device cookies of the old password are revoked only until the next restart',
    );
  });
  return 'set';
}
