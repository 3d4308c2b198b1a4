import './promise-with-resolvers.ts';
import { useQuery } from '@tanstack/react-query';
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { deskMessages } from '#shared/desk-messages.ts';
import { readBytes } from '../../../api/request.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { MinusIcon, PlusIcon } from '../../../ui/icons.tsx';
import { QueryFailed } from '../../shared/PagedList.tsx';
import styles from './CvReader.module.css';
import { CvSkeleton } from './CvSkeleton.tsx';
import workerUrl from './pdf-worker.ts?worker&url';

// The legacy build of pdf.js supports the oldest browsers that this product supports; the regular build does not. The
// worker is a file of our own origin, because the CSP's script-src 'self' applies to workers too.
GlobalWorkerOptions.workerSrc = workerUrl;

/** Shows a PDF in place. `path` is a URL of our own origin; `file` says what it is, and stands above it. */
export default function CvReader({ path, file }: { path: string; file: ReactNode }) {
  const query = useQuery({
    queryKey: ['downloadCv', path],
    queryFn: ({ signal }) => readBytes(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // A CV need not stay in memory after it is closed.
    gcTime: 30_000,
    retry: false,
  });
  const opened = usePdf(query.data);
  const frame = useRef<HTMLElement>(null);
  const width = useElementWidth(frame);
  /** Page width divided by reader width. */
  const [zoom, setZoom] = useState(1);
  const count = opened?.pdf.numPages ?? 0;
  const [smaller, larger] = [-1, 1].map((by) => zoomSteps[zoomSteps.indexOf(zoom) + by]);
  return (
    <div className={styles.reader}>
      <div className={styles.bar}>
        {file}
        {opened && (
          <fieldset className={styles.zoom} aria-label="Page size">
            <span className="small">{count === 1 ? '1 page' : `${count} pages`}</span>
            <IconButton label="Smaller" disabled={!smaller} onClick={() => setZoom(smaller ?? zoom)}>
              <MinusIcon />
            </IconButton>
            <button type="button" className={styles.fit} aria-pressed={zoom === 1} onClick={() => setZoom(1)}>
              {zoom === 1 ? 'Fit to width' : `${zoom * 100}%, fit to width`}
            </button>
            <IconButton label="Larger" disabled={!larger} onClick={() => setZoom(larger ?? zoom)}>
              <PlusIcon />
            </IconButton>
          </fieldset>
        )}
      </div>
      <section
        ref={frame}
        className={styles.frame}
        aria-label="Pages of the CV"
        tabIndex={zoom > 1 ? 0 : undefined}
      >
        {query.error ? (
          <QueryFailed what="CV" query={query} />
        ) : opened === null ? (
          <ErrorState title="This PDF cannot be read" text={deskMessages['cv.notRead']} />
        ) : (
          !opened && <CvSkeleton />
        )}
        {opened &&
          width > 0 &&
          Array.from({ length: count }, (_, at) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: pages keep their place
              key={at}
              {...opened}
              number={at + 1}
              width={Math.round(width * zoom)}
            />
          ))}
      </section>
    </div>
  );
}

const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

interface OpenPdf {
  pdf: PDFDocumentProxy;
  /** Height divided by width of the first page. */
  ratio: number;
}

/**
 * Opens an untrusted PDF while the component is mounted; returns undefined while it opens, and null if it cannot be
 * read. It is parsed as data in a worker: its scripts do not run, its references are not fetched, and no WebAssembly is
 * compiled, because the CSP forbids that.
 */
function usePdf(bytes: ArrayBuffer | undefined) {
  const [opened, setOpened] = useState<OpenPdf | null>();
  useEffect(() => {
    if (!bytes) return;
    let cancelled = false;
    // The worker takes ownership of the bytes, so it gets a copy: the query cache still needs the original.
    const data = new Uint8Array(bytes.slice(0));
    const task = getDocument({ data, useWasm: false, enableXfa: false, verbosity: VerbosityLevel.ERRORS });
    const open = async () => {
      const pdf = await task.promise;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      return { pdf, ratio: height / width };
    };
    void open()
      .catch(() => null)
      .then((found) => !cancelled && setOpened(found));
    return () => {
      cancelled = true;
      setOpened(undefined);
      void task.destroy();
    };
  }, [bytes]);
  return opened;
}

/** Maximum number of pixels of a canvas: browsers refuse larger canvases, and phones have little memory. */
const mostPixels = 16_000_000;

interface PdfPageProps extends OpenPdf {
  number: number;
  /** Width in CSS pixels. */
  width: number;
}

/** One page: drawn when it comes near the screen, and cleared when it is far away again. */
function PdfPage({ pdf, number, width, ratio: firstRatio }: PdfPageProps) {
  const sheet = useRef<HTMLElement>(null);
  // The first page is drawn at once, because almost every reader needs it.
  const near = useNear(sheet) || number === 1;
  const [size, setSize] = useState({ ratio: firstRatio, scale: 1 });

  useEffect(() => {
    const element = sheet.current;
    if (!near || !element) return;
    let cancelled = false;
    let running: { cancel: () => void } | undefined;
    const show = async () => {
      const page = await pdf.getPage(number);
      if (cancelled) return;
      const own = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: width / own.width });
      setSize({ ratio: own.height / own.width, scale: viewport.scale });
      const density = Math.min(
        window.devicePixelRatio || 1,
        Math.sqrt(mostPixels / (viewport.width * viewport.height)),
      );
      const canvas = document.createElement('canvas');
      canvas.width = Math.floor(viewport.width * density);
      canvas.height = Math.floor(viewport.height * density);
      canvas.setAttribute('aria-hidden', 'true');
      const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
      running = task;
      await task.promise;
      if (cancelled) return;
      // The text of the page lies over the drawn page, so that it can be read aloud, selected and copied.
      const container = document.createElement('div');
      container.className = styles.text ?? '';
      element.replaceChildren(canvas, container);
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
      running = layer;
      await layer.render();
    };
    show().catch(() => {
      // Drawing was cancelled because the page is no longer near the screen, or it failed because the page is
      // corrupt. The page stays empty in both cases.
    });
    return () => {
      cancelled = true;
      running?.cancel();
      element.replaceChildren();
    };
  }, [pdf, number, width, near]);

  const style = {
    width: `${width}px`,
    aspectRatio: String(1 / size.ratio),
    '--total-scale-factor': size.scale,
  } as CSSProperties;
  return (
    <figure
      ref={sheet}
      className={styles.page}
      style={style}
      aria-label={`Page ${number} of ${pdf.numPages}`}
    />
  );
}

/**
 * An element counts as near if it is at most one screen above or below the visible area of the window (`rootMargin`)
 * and of the scrolling pane (`scrollMargin`).
 */
const margins: IntersectionObserverInit = { rootMargin: '100% 0px', scrollMargin: '100% 0px' };

/** Returns true while an element is on the screen or less than a screen away from it. */
function useNear(element: RefObject<HTMLElement | null>) {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const follow = (entries: IntersectionObserverEntry[]) => setNear(entries.at(-1)?.isIntersecting ?? false);
    const observer = new IntersectionObserver(follow, margins);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return near;
}

/**
 * The pages are drawn again this long after the last change of width, in milliseconds. Otherwise they would be drawn
 * at every step while a window is resized.
 */
const resizeDelayMs = 150;

/** Returns the width of an element's content box in whole CSS pixels; 0 until it is measured. */
function useElementWidth(element: RefObject<HTMLElement | null>) {
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
