import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import styles from './CvReader.module.css';
import { drawPage, layText, scaleFor } from './draw-page.ts';

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  count: number;
  /** CSS pixels. */
  width: number;
  /** Height by width, until the page says its own. */
  ratio: number;
}

/** One page: drawn when it comes near the screen, and given up when it is far away again. */
export function PdfPage({ pdf, number, count, width, ratio: firstRatio }: PdfPageProps) {
  const sheet = useRef<HTMLElement>(null);
  // Most look at the first page: it is drawn before anybody has scrolled to it.
  const near = useNear(sheet) || number === 1;
  const [size, setSize] = useState<{ ratio: number; scale: number }>();
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    const place = sheet.current;
    if (!near || !place) return;
    let left = false;
    const undo: (() => void)[] = [];
    const show = async () => {
      const page = await pdf.getPage(number);
      if (left) return;
      const { width: own, height } = page.getViewport({ scale: 1 });
      setSize({ ratio: height / own, scale: scaleFor(page, width) });
      const { canvas, task } = drawPage(page, width);
      undo.push(() => task.cancel());
      await task.promise;
      if (left) return;
      const text = document.createElement('div');
      text.className = styles.text ?? '';
      canvas.setAttribute('aria-hidden', 'true');
      place.replaceChildren(canvas, text);
      const layer = layText(page, width, text);
      undo.push(() => layer.cancel());
      setDrawn(true);
      await layer.render();
    };
    show().catch(() => {
      // A page that was left while it was drawn, or one that is broken: its place stays empty.
    });
    return () => {
      left = true;
      for (const each of undo) each();
      place.replaceChildren();
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

/** A screen more on either side, also of the pane that scrolls. */
const margins: IntersectionObserverInit = { rootMargin: '100% 0px', scrollMargin: '100% 0px' };

/** True while an element is on the screen or less than a screen away from it. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
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
