import type { MailTemplateName } from '#shared/schemas/letter.ts';

/** Name of each template on the screen. */
export const templateLabels: Record<MailTemplateName, string> = {
  received: 'Received',
  invite: 'Invite',
  information: 'More information',
  offer: 'Offer',
  rejection: 'Rejection',
};
