import { lazy, Suspense } from 'react';
import { contract } from '#shared/contract/index.ts';
import { callPath } from '#shared/contract/match.ts';
import type { Id } from '#shared/id.ts';
import { readableBytes } from '#shared/limits.ts';
import type { Submission } from '#shared/schemas/applicant.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { CvSkeleton } from '../cv/CvSkeleton.tsx';
import styles from './Application.module.css';
import { Section } from './Section.tsx';

/** The reader of PDFs is larger than the rest of the screen: it comes when a PDF is looked at. */
const CvReader = lazy(() => import('../cv/CvReader.tsx'));

interface CvSectionProps {
  applicantId: Id;
  sent: Submission;
}

/** The CV of one submission: shown in place when it is a PDF, and always there to be downloaded. */
export function CvSection({ applicantId, sent }: CvSectionProps) {
  const path = `${callPath(contract.downloadCv, { id: applicantId })}?submission=${sent.number}`;
  return (
    <Section
      name="application"
      title="CV"
      aside={
        <a className={buttonClass({ variant: 'quiet' })} href={path} download={sent.cv_name}>
          <DownloadIcon size={18} /> Download
        </a>
      }
    >
      <p className={styles.file}>
        <bdi className={styles.fileName}>{sent.cv_name}</bdi> <span>{readableBytes(sent.cv_size)}</span>
      </p>
      {sent.cv_mime === 'application/pdf' ? (
        <Suspense fallback={<CvSkeleton />}>
          <CvReader path={path} />
        </Suspense>
      ) : (
        <p className={styles.plain}>
          This is a document of a word processor. Download it to read it; only PDFs are shown here.
        </p>
      )}
    </Section>
  );
}
