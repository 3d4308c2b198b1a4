import type { MailTemplateName } from '#shared/schemas/letter.ts';

/** Labels of templates on screens. */
export const templateLabels: Record<MailTemplateName, string> = {
  received: 'Received',
  invite: 'Invite',
  information: 'More information',
  offer: 'Offer',
  rejection: 'Rejection',
};
