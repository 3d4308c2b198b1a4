import type { Site } from '#shared/schemas/site.ts';
import { asDay } from './days.ts';
import { greeting } from './greeting.ts';
import type { Letter } from './letter.ts';

export interface ApplicantConfirmation {
  kind: 'applicant.confirmation';
  to: string;
  name: string;
  reference: string;
  /** Null for an application without a job. */
  jobTitle: string | null;
  /** ISO time until which the application is stored. */
  retainUntil: string;
}

/** Mail to the applicant. It does not reveal whether they applied before. */
export function applicantConfirmation(mail: ApplicantConfirmation, site: Site): Letter {
  return {
    subject: `Your application ${mail.reference}${mail.jobTitle === null ? '' : `: ${mail.jobTitle}`}`,
    pieces: [
      { paragraph: greeting(mail.name) },
      {
        paragraph: `Thank you for applying to ${site.name}. We have received your application, including your CV.`,
      },
      {
        facts: [
          ['Reference', mail.reference],
          ['Job', mail.jobTitle ?? 'None (you applied without a position)'],
        ],
      },
      {
        paragraph: `A person will read it. If you write to us about it, please quote the reference: ${site.email}.`,
      },
      {
        paragraph: `We keep what you sent until ${asDay(mail.retainUntil)} and then delete it. Write to us if you want it deleted sooner.`,
      },
      { paragraph: 'If you did not apply, someone gave your address by mistake. Please let us know.' },
    ],
  };
}
