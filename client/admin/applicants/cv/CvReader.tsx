import { useRef, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { translateError } from '../../../api/api-error.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import styles from './CvReader.module.css';
import { CvSkeleton } from './CvSkeleton.tsx';
import { useCvBytes } from './cv-bytes.ts';
import { PdfPage } from './PdfPage.tsx';
import { useElementWidth } from './use-element-width.ts';
import { usePdf } from './use-pdf.ts';
import { ZoomBar } from './ZoomBar.tsx';

/** A PDF, read in place. `path` is an address of our own origin. */
export default function CvReader({ path }: { path: string }) {
  const { data: bytes, error, isFetching, refetch } = useCvBytes(path);
  if (bytes) return <CvPages bytes={bytes} />;
  if (!error) return <CvSkeleton />;
  return (
    <ErrorState
      title="The CV could not be loaded"
      text={translateError(error).message}
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  );
}

function CvPages({ bytes }: { bytes: ArrayBuffer }) {
  const opened = usePdf(bytes);
  const frame = useRef<HTMLElement>(null);
  const width = useElementWidth(frame);
  const [zoom, setZoom] = useState(1);
  if (opened && 'failed' in opened) {
    return <ErrorState title="This PDF cannot be read" text={messages['cv.notRead']} />;
  }
  const count = opened?.pdf.numPages ?? 0;
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  return (
    <div className={styles.reader}>
      {opened && <ZoomBar zoom={zoom} pages={count} onZoom={setZoom} />}
      <section
        ref={frame}
        className={styles.frame}
        aria-label="Pages of the CV"
        tabIndex={zoom > 1 ? 0 : undefined}
      >
        {!opened && <CvSkeleton />}
        {opened &&
          width > 0 &&
          numbers.map((number) => (
            <PdfPage
              key={number}
              pdf={opened.pdf}
              number={number}
              count={count}
              width={Math.round(width * zoom)}
              ratio={opened.ratio}
            />
          ))}
      </section>
    </div>
  );
}
