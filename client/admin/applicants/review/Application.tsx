import { lazy, Suspense, useState } from 'react';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/row.ts';
import type { Id } from '#shared/id.ts';
import { readableBytes } from '#shared/limits.ts';
import type { SingleApplicant, Submission } from '#shared/schemas/applicant.ts';
import { phoneHref } from '#shared/site/contact-links.ts';
import { languageOf } from '#shared/text-direction.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { DownloadIcon, ExternalIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useApplicantActions } from '../ApplicantActions.tsx';
import { CvSkeleton } from '../cv/CvSkeleton.tsx';
import { useAbilities } from '../queries.ts';
import styles from './Application.module.css';
import { FactButton, ReviewFacts, Section } from './Facts.tsx';

/** Loaded lazily: PDF.js is larger than the rest of the screen, and is needed only when a PDF is opened. */
const CvReader = lazy(() => import('../cv/CvReader.tsx'));

/** One submission of the applicant: the first, until the admin chooses another. */
export function Application({ applicant }: { applicant: SingleApplicant }) {
  const { submissions } = applicant;
  const [chosen, setChosen] = useState(1);
  // For a host without submissions, the applicant's own fields are shown as submission 1.
  const sent: Submission = submissions.find(({ number }) => number === chosen) ?? { ...applicant, number: 1 };
  return (
    <>
      {submissions.length > 1 && (
        <div className={styles.several}>
          <Select
            label={`Applied ${submissions.length} times`}
            hint="Anyone who knows an email address can apply with it, so compare before you trust new details."
            value={String(chosen)}
            options={submissions.map(({ number, created_at, reference }) => ({
              value: String(number),
              label: `${number}. ${formatMoment(created_at)} (${reference})`,
            }))}
            onChange={(event) => setChosen(Number(event.target.value))}
          />
        </div>
      )}
      <Contact applicant={applicant} sent={sent} />
      <CvSection key={sent.number} applicantId={applicant.id} sent={sent} />
      {sent.cover_letter && (
        <Section name="letter" title="Cover letter">
          <p className={styles.letter} dir="auto" lang={languageOf(sent.cover_letter)}>
            {sent.cover_letter}
          </p>
        </Section>
      )}
      <ReviewFacts
        facts={{
          Reference: sent.reference,
          'Consent given': formatMoment(sent.consent_at),
          Source: sent.source && <bdi>{sent.source}</bdi>,
        }}
      />
    </>
  );
}

/** Contact details and links of the applicant. */
function Contact({ applicant, sent }: { applicant: SingleApplicant; sent: Submission }) {
  const { mail } = useApplicantActions();
  const links = [
    { label: 'Portfolio', url: sent.portfolio_url },
    { label: 'LinkedIn', url: sent.linkedin_url },
  ].filter((link): link is { label: string; url: string } => isWebAddress(link.url));
  return (
    <ReviewFacts
      whole="Email"
      facts={{
        Email: (
          <span className="row3">
            <a href={`mailto:${encodeURIComponent(sent.email).replace('%40', '@')}`}>{sent.email}</a>
            {mail && <FactButton onClick={() => mail([applicant])}>Mail</FactButton>}
          </span>
        ),
        Phone: sent.phone && <a href={phoneHref(sent.phone)}>{sent.phone}</a>,
        City: sent.city && <bdi>{sent.city}</bdi>,
        Links: links.length > 0 && (
          <span className="row3">
            {links.map(({ label, url }) => (
              <a
                key={label}
                className={styles.link}
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                title={url}
              >
                {label} <ExternalIcon size={14} />
                <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
              </a>
            ))}
          </span>
        ),
      }}
    />
  );
}

/** A host may have stored any text; only web addresses become links. */
function isWebAddress(url: string | null | undefined) {
  return url ? /^https?:\/\//i.test(url) : false;
}

/** The CV of one submission: shown in place if it is a PDF, and always available for download. */
function CvSection({ applicantId, sent }: { applicantId: Id; sent: Submission }) {
  const can = useAbilities();
  const path = `${callPath(contract.downloadCv, { id: applicantId })}?submission=${sent.number}`;
  const hasCv = Boolean(sent.cv_name) || !can.namesCvs;
  const name = sent.cv_name && <bdi>{sent.cv_name}</bdi>;
  return (
    <Section
      name="application"
      title="CV"
      aside={
        can.cv &&
        hasCv && (
          <span className="row3 small">
            {name} {sent.cv_size > 0 && <span>{readableBytes(sent.cv_size)}</span>}
            <a className={buttonClass({ variant: 'quiet' })} href={path} download={sent.cv_name}>
              <DownloadIcon size={18} /> Download
            </a>
          </span>
        )
      }
    >
      {can.cv && hasCv && sent.cv_mime === 'application/pdf' ? (
        <Suspense fallback={<CvSkeleton />}>
          <CvReader path={path} />
        </Suspense>
      ) : (
        <p className="note">
          {!can.cv ? (
            <>{name} Your API host does not give out CVs.</>
          ) : !hasCv ? (
            'No CV came with this application.'
          ) : sent.cv_mime ? (
            'This is a word processor document. Only PDFs are shown here: download it to read it.'
          ) : (
            'Download it to read it; only PDFs are shown here.'
          )}
        </p>
      )}
    </Section>
  );
}
