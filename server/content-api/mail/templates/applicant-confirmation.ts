import type { Site } from '#shared/schemas/site.ts';
import { wordsOf } from '#shared/words/all-words.ts';
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
  const words = wordsOf(site.language);
  const { reference, jobTitle: job } = mail;
  return {
    subject:
      job === null
        ? words('mail.applicationSubject', { reference })
        : words('mail.applicationSubjectFor', { reference, job }),
    language: site.language,
    pieces: [
      { paragraph: greeting(mail.name, site.language) },
      {
        paragraph: words('mail.thanks', { name: site.name }),
      },
      {
        facts: [
          [words('mail.reference'), reference],
          [words('mail.job'), job ?? words('mail.noJob')],
        ],
      },
      {
        paragraph: words('mail.quote', { email: site.email }),
      },
      {
        paragraph: words('mail.kept', { day: asDay(mail.retainUntil, site.language) }),
      },
      { paragraph: words('mail.notYou') },
    ],
  };
}
