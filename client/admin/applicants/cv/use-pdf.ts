import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { openPdf } from './pdf-document.ts';

/** A document that is open, or why it cannot be; undefined while it is being opened. */
export type OpenedPdf = { pdf: PDFDocumentProxy; ratio: number } | { failed: true } | undefined;

/** Opens the bytes as long as the component is there. `ratio` is the height of the first page by its width. */
export function usePdf(bytes: ArrayBuffer): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>();
  useEffect(() => {
    let left = false;
    const task = openPdf(bytes);
    task.promise
      .then(async (pdf) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
        if (!left) setOpened({ pdf, ratio: height / width });
      })
      .catch(() => {
        if (!left) setOpened({ failed: true });
      });
    return () => {
      left = true;
      setOpened(undefined);
      void task.destroy();
    };
  }, [bytes]);
  return opened;
}
