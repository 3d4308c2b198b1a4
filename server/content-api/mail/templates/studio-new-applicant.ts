import type { Id } from '#shared/id.ts';
import { deskLink } from './desk-link.ts';
import type { Letter } from './letter.ts';

export interface StudioNewApplicant {
  kind: 'studio.newApplicant';
  id: Id;
  name: string;
  /** The applicant's email address, to which replies go. */
  email: string;
  reference: string;
  /** Null for an application without a job. */
  jobTitle: string | null;
}

/**
 * Mail to the studio about a new application. It contains only a part of the application: the rest can be read only
 * after signing in.
 */
export function studioNewApplicant(mail: StudioNewApplicant, publicUrl: URL): Letter {
  const job = mail.jobTitle ?? 'No particular job';
  return {
    subject: `New application: ${mail.name} (${job})`,
    pieces: [
      { paragraph: 'A new application has arrived. To answer, reply to this email.' },
      {
        facts: [
          ['Name', mail.name],
          ['Job', job],
          ['Reference', mail.reference],
        ],
      },
      { link: 'Open the application', address: deskLink('adminApplicants', 'applicant', mail.id, publicUrl) },
    ],
  };
}
