import { useState } from 'react';
import type { SingleApplicant, Submission } from '#shared/schemas/applicant.ts';
import { languageOf } from '#shared/text-direction.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import styles from './Application.module.css';
import { Contact } from './Contact.tsx';
import { CvSection } from './CvSection.tsx';
import { Section } from './Section.tsx';

/** What the applicant sent, the first time unless another is chosen. */
export function Application({ applicant }: { applicant: SingleApplicant }) {
  const { submissions } = applicant;
  const [chosen, setChosen] = useState(1);
  // A host that keeps no submissions of its own still tells what came.
  const sent: Submission = submissions.find(({ number }) => number === chosen) ?? { ...applicant, number: 1 };
  return (
    <>
      {submissions.length > 1 && (
        <div className={styles.several}>
          <Select
            label={`Applied ${submissions.length} times`}
            hint="Anyone who knows an email address can apply with it again, so compare before you trust new details."
            value={String(chosen)}
            options={submissions.map(({ number, created_at, reference }) => ({
              value: String(number),
              label: `${number}. ${formatMoment(created_at)} (${reference})`,
            }))}
            onChange={(event) => setChosen(Number(event.target.value))}
          />
        </div>
      )}
      <Contact sent={sent} />
      {sent.cover_letter && (
        <Section name="letter" title="Cover letter">
          <p className={styles.letter} dir="auto" lang={languageOf(sent.cover_letter)}>
            {sent.cover_letter}
          </p>
        </Section>
      )}
      <CvSection key={sent.number} applicantId={applicant.id} sent={sent} />
    </>
  );
}
