import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { messages } from '#shared/messages.ts';
import { ApiError } from '../../../api/api-error.ts';
import { askToSignIn, signInRound } from '../../../api/request.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { MinusIcon, PlusIcon } from '../../../ui/icons.tsx';
import { QueryFailed } from '../../shared/ListFailed.tsx';
import styles from './CvReader.module.css';
import { CvSkeleton } from './CvSkeleton.tsx';
import { PdfPage } from './PdfPage.tsx';
import { usePdf } from './pdf-document.ts';

/** Shows a PDF in place. `path` is a URL of our own origin. */
export default function CvReader({ path }: { path: string }) {
  const query = useCvBytes(path);
  const { data: bytes, error } = query;
  if (bytes) return <CvPages bytes={bytes} />;
  if (!error) return <CvSkeleton />;
  return <QueryFailed what="CV" query={query} />;
}

function CvPages({ bytes }: { bytes: ArrayBuffer }) {
  const opened = usePdf(bytes);
  const frame = useRef<HTMLElement>(null);
  const width = useElementWidth(frame);
  const [zoom, setZoom] = useState(1);
  if (opened && 'failed' in opened) {
    return <ErrorState title="This PDF cannot be read" text={deskMessages['cv.notRead']} />;
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

interface ZoomBarProps {
  /** Page width divided by reader width: at 1, the page is as wide as the reader. */
  zoom: number;
  pages: number;
  onZoom: (zoom: number) => void;
}

const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

function ZoomBar({ zoom, pages, onZoom }: ZoomBarProps) {
  const at = zoomSteps.indexOf(zoom);
  const step = (to: number) => {
    const next = zoomSteps[to];
    return next === undefined ? undefined : () => onZoom(next);
  };
  return (
    <div className={styles.bar}>
      <span className={styles.count}>{pages === 1 ? '1 page' : `${pages} pages`}</span>
      <fieldset className={styles.zoom} aria-label="Page size">
        <IconButton label="Smaller" disabled={at <= 0} onClick={step(at - 1)}>
          <MinusIcon />
        </IconButton>
        <button type="button" className={styles.fit} aria-pressed={zoom === 1} onClick={() => onZoom(1)}>
          {zoom === 1 ? 'Fit to width' : `${zoom * 100}%, fit to width`}
        </button>
        <IconButton label="Larger" disabled={at === zoomSteps.length - 1} onClick={step(at + 1)}>
          <PlusIcon />
        </IconButton>
      </fieldset>
    </div>
  );
}

/**
 * The pages are drawn again this long after the last change of width, in milliseconds. Otherwise they would be drawn
 * at every step while a window is resized.
 */
const resizeDelayMs = 150;

/** Returns the width of an element's content box in whole CSS pixels; 0 until it is measured. */
function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const measured = element.current;
    if (!measured) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const measure = () => setWidth(measured.clientWidth);
    measure();
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(measure, resizeDelayMs);
    });
    observer.observe(measured);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element]);
  return width;
}

/** The bytes of a CV. They are dropped from the query cache soon after the CV is closed. */
function cvBytesQuery(path: string) {
  return queryOptions({
    queryKey: ['downloadCv', path],
    queryFn: ({ signal }) => readBytes(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

function useCvBytes(path: string) {
  return useQuery(cvBytesQuery(path));
}

/**
 * Reads a file of our own origin. The request helper reads JSON only, so it cannot be used here. Like the helper,
 * this function lets an admin whose session has ended sign in again, and then repeats the request. Throws `ApiError`.
 */
async function readBytes(path: string, signal: AbortSignal): Promise<ArrayBuffer> {
  try {
    const round = signInRound();
    let response = await get(path, signal);
    if (response.status === 401 && (await askToSignIn(round))) response = await get(path, signal);
    if (!response.ok) throw new ApiError('cv.notRead', response.status);
    return await response.arrayBuffer();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    const failure = error instanceof ApiError ? error : new ApiError('network.failed', 0, { cause: error });
    console.error(messages['api.callError'], failure);
    throw failure;
  }
}

function get(path: string, signal: AbortSignal): Promise<Response> {
  return fetch(path, { headers: { 'x-csrf': '1' }, credentials: 'same-origin', signal });
}
