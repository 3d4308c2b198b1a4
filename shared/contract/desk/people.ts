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
