import './promise-with-resolvers.ts';
import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import styles from './CvReader.module.css';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  count: number;
  /** Width in CSS pixels. */
  width: number;
  /** Height divided by width, used until the ratio of this page is known. */
  ratio: number;
}

/** One page: drawn when it comes near the screen, and cleared when it is far away again. */
export function PdfPage({ pdf, number, count, width, ratio: firstRatio }: PdfPageProps) {
  const sheet = useRef<HTMLElement>(null);
  // The first page is drawn at once, because almost every reader needs it.
  const near = useNear(sheet) || number === 1;
  const [size, setSize] = useState<{ ratio: number; scale: number }>();
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    const element = sheet.current;
    if (!near || !element) return;
    let cancelled = false;
    const cleanups: (() => void)[] = [];
    const show = async () => {
      const page = await pdf.getPage(number);
      if (cancelled) return;
      const { width: own, height } = page.getViewport({ scale: 1 });
      setSize({ ratio: height / own, scale: scaleFor(page, width) });
      const { canvas, task } = drawPage(page, width);
      cleanups.push(() => task.cancel());
      await task.promise;
      if (cancelled) return;
      const text = document.createElement('div');
      text.className = styles.text ?? '';
      canvas.setAttribute('aria-hidden', 'true');
      element.replaceChildren(canvas, text);
      const layer = renderText(page, width, text);
      cleanups.push(() => layer.cancel());
      setDrawn(true);
      await layer.render();
    };
    show().catch(() => {
      // Drawing was cancelled because the page is no longer near the screen, or it failed because the page is
      // corrupt. The page stays empty in both cases.
    });
    return () => {
      cancelled = true;
      for (const cleanUp of cleanups) cleanUp();
      element.replaceChildren();
      setDrawn(false);
    };
  }, [pdf, number, width, near]);

  const style = {
    width: `${width}px`,
    aspectRatio: String(1 / (size?.ratio ?? firstRatio)),
    '--total-scale-factor': size?.scale ?? 1,
  } as CSSProperties;
  return (
    <figure
      ref={sheet}
      className={styles.page}
      style={style}
      aria-label={`Page ${number} of ${count}`}
      data-drawn={drawn || undefined}
    />
  );
}

/**
 * An element counts as near if it is at most one screen above or below the visible area of the window (`rootMargin`)
 * and of the scrolling pane (`scrollMargin`).
 */
const margins: IntersectionObserverInit = { rootMargin: '100% 0px', scrollMargin: '100% 0px' };

/** Returns true while an element is on the screen or less than a screen away from it. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
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

/** Maximum number of pixels of a canvas: browsers refuse larger canvases, and phones have little memory. */
const mostPixels = 16_000_000;

/** Draws a page into a new canvas; `width` in CSS pixels. */
function drawPage(page: PDFPageProxy, width: number) {
  const scale = scaleFor(page, width);
  const viewport = page.getViewport({ scale });
  const wanted = window.devicePixelRatio || 1;
  const density = Math.min(wanted, Math.sqrt(mostPixels / (viewport.width * viewport.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width * density);
  canvas.height = Math.floor(viewport.height * density);
  const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  return { canvas, task };
}

/** Puts the text of a page over the drawn page, so that it can be read aloud, selected and copied. */
function renderText(page: PDFPageProxy, width: number, container: HTMLElement): TextLayer {
  const viewport = page.getViewport({ scale: scaleFor(page, width) });
  return new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
}

/** Returns the CSS pixels per unit of the PDF. */
function scaleFor(page: PDFPageProxy, width: number): number {
  return width / page.getViewport({ scale: 1 }).width;
}
