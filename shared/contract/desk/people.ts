import { z } from 'zod';
import {
  acceptInviteSchema,
  forgotPasswordSchema,
  inviteSchema,
  linkSchema,
  peoplePage,
  personChangeSchema,
  personSchema,
  resetPasswordSchema,
} from '../../schemas/person.ts';
import {
  accountSecuritySchema,
  addPasskeySchema,
  passkeyLoginSchema,
  passkeyOptionsSchema,
  recoveryCodesSchema,
  secondStepSchema,
  totpCodeSchema,
  totpStartSchema,
  withPasswordSchema,
} from '../../schemas/second-step.ts';
import { pageQuery } from '../query.ts';
import { defineRows } from '../row.ts';

export const peopleRows = defineRows({
  resource: 'admin',
  answeredBy: 'host',
  method: 'POST',
  access: 'admin',
  needs: 'people',
  origin: 'extension',
})({
  getPeople: {
    method: 'GET',
    probed: true,
    summary: 'Admins and invited people',
    without: 'the admin area has no People screen, and the sign-in page offers no link to reset a password',
    query: pageQuery,
    data: peoplePage,
  },
  invitePerson: {
    summary: 'Invite a person by mail, with a role; the link works once, for 7 days',
    log: 'invited a person',
    without: 'people cannot be invited',
    body: inviteSchema,
    data: personSchema,
  },
  resendInvite: {
    id: 'admin',
    summary: 'Send an invitation again, with a new link; the previous link stops working',
    log: 'sent an invitation again',
    without: 'invitations cannot be sent again',
    data: personSchema,
  },
  updatePerson: {
    id: 'admin',
    summary: 'Change the role of a person; all their sessions end',
    log: 'changed a role',
    without: 'roles cannot be changed',
    body: personChangeSchema,
    data: personSchema,
  },
  removePerson: {
    method: 'DELETE',
    id: 'admin',
    summary: 'Remove a person and end all their sessions, or revoke an invitation',
    log: 'removed a person or revoked an invitation',
    without: 'people cannot be removed',
    data: z.unknown(),
  },
});

/**
 * Calls of the links in mails: they read or use an invitation or a password link, or request a mail with one. Only
 * pages of the site make them (server/content-api/people/README.md).
 */
export const accountLinkRows = defineRows({
  answeredBy: 'host',
  method: 'POST',
  access: 'public',
  origin: 'extension',
})({
  readInvite: {
    pageOnly: true,
    summary: 'The person whom an invitation is for; does not use up the link',
    without: 'invitation links do not work',
    body: linkSchema,
    data: z.object({ name: z.string(), email: z.string(), role: personSchema.shape.role }),
  },
  acceptInvite: {
    pageOnly: true,
    summary: 'Accept an invitation by its link, with a name and a password',
    without: 'invitation links do not work',
    body: acceptInviteSchema,
    data: z.object({ email: z.string() }),
  },
  readReset: {
    pageOnly: true,
    summary: 'The account whose password a link sets; does not use up the link',
    without: 'password links do not work',
    body: linkSchema,
    data: z.object({ email: z.string() }),
  },
  resetPassword: {
    pageOnly: true,
    summary: 'Set a new password by a link; all sessions of the account end',
    without: 'password links do not work',
    body: resetPasswordSchema,
    data: z.object({ email: z.string() }),
  },
  forgotPassword: {
    pageOnly: true,
    summary: 'Mail a link to set a new password; the same answer without an account',
    without: 'links to set a new password cannot be requested',
    body: forgotPasswordSchema,
    data: z.unknown(),
  },
});

/** Passkeys, authenticator apps and recovery codes (docs/product.md §17). */
export const secondStepRows = defineRows({
  answeredBy: 'host',
  method: 'POST',
  access: 'admin',
  origin: 'extension',
})({
  secondStep: {
    access: 'public',
    signsIn: true,
    summary:
      'The second step, after a 401 `login.secondStep`: a code of the app, a recovery code or a passkey',
    log: 'signed in, with a second step',
    without: 'sign-in needs only the password',
    body: secondStepSchema,
    data: z.unknown(),
  },
  passkeyOptions: {
    access: 'public',
    summary: 'Options for signing in with a passkey',
    without: 'the sign-in page offers no passkey',
    data: passkeyOptionsSchema,
  },
  passkeyLogin: {
    access: 'public',
    signsIn: true,
    probed: true,
    summary: 'Sign in with a passkey, without a password',
    log: 'signed in with a passkey',
    without: 'the sign-in page offers no passkey',
    body: passkeyLoginSchema,
    data: z.unknown(),
  },
  accountSecurity: {
    method: 'GET',
    needs: 'own',
    probed: true,
    summary: 'The second step of your own account: authenticator app, passkeys and recovery codes',
    without: 'the account page has no section about the second step',
    data: accountSecuritySchema,
  },
  startTotp: {
    needs: 'own',
    summary: 'A key for an authenticator app, active once confirmed',
    log: false,
    without: 'no authenticator app can be added',
    body: withPasswordSchema,
    data: totpStartSchema,
  },
  confirmTotp: {
    needs: 'own',
    summary: 'Confirm the app with its first code; from now on sign-in asks for one',
    log: 'added an authenticator app',
    without: 'no authenticator app can be added',
    body: totpCodeSchema,
    data: recoveryCodesSchema,
  },
  removeTotp: {
    needs: 'own',
    summary: 'Remove the authenticator app of your account',
    log: 'removed their authenticator app',
    without: 'no authenticator app can be removed',
    body: withPasswordSchema,
    data: z.unknown(),
  },
  startPasskey: {
    needs: 'own',
    summary: 'Options for creating a passkey',
    log: false,
    without: 'no passkey can be added',
    body: withPasswordSchema,
    data: z.looseObject({ challenge: z.string() }),
  },
  addPasskey: {
    needs: 'own',
    summary: 'Add the passkey that the browser has created',
    log: 'added a passkey',
    without: 'no passkey can be added',
    body: addPasskeySchema,
    data: recoveryCodesSchema,
  },
  removePasskey: {
    id: 'own',
    needs: 'own',
    summary: 'Remove a passkey of your account',
    log: 'removed a passkey',
    without: 'no passkey can be removed',
    body: withPasswordSchema,
    data: z.unknown(),
  },
  newRecoveryCodes: {
    needs: 'own',
    summary: 'Replace the recovery codes by ten new ones, shown only once',
    log: 'made new recovery codes',
    without: 'recovery codes cannot be made',
    body: withPasswordSchema,
    data: recoveryCodesSchema,
  },
  removeSecondStep: {
    id: 'admin',
    needs: 'people',
    summary: 'Remove passkeys, app and recovery codes of another person who has lost them',
    log: 'removed a second step',
    without: 'the second step of another person cannot be removed',
    body: withPasswordSchema,
    data: z.unknown(),
  },
});
