import './promise-with-resolvers.ts';
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import workerUrl from './pdf-worker.ts?worker&url';

// The legacy build of pdf.js supports the oldest browsers that this product supports; the regular build does not. The
// worker is a file of our own origin, because the CSP's script-src 'self' applies to workers too.
GlobalWorkerOptions.workerSrc = workerUrl;

/**
 * Opens an untrusted PDF. It is parsed as data in a worker: its scripts do not run, its references are not fetched,
 * and no WebAssembly is compiled, because the CSP forbids that. The caller must destroy the returned task when the
 * document is no longer shown.
 */
function openPdf(bytes: ArrayBuffer): PDFDocumentLoadingTask {
  return getDocument({
    // The worker takes ownership of the bytes, so pass a copy: the query cache still needs the original.
    data: new Uint8Array(bytes.slice(0)),
    useWasm: false,
    disableAutoFetch: true,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
}

/** An open document, or its failure; undefined while it opens. */
type OpenedPdf = { pdf: PDFDocumentProxy; ratio: number } | { failed: true } | undefined;

/** Opens a document while the component is mounted. `ratio` is height divided by width of the first page. */
export function usePdf(bytes: ArrayBuffer): OpenedPdf {
  const [opened, setOpened] = useState<OpenedPdf>();
  useEffect(() => {
    let cancelled = false;
    const task = openPdf(bytes);
    task.promise
      .then(async (pdf) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
        if (!cancelled) setOpened({ pdf, ratio: height / width });
      })
      .catch(() => {
        if (!cancelled) setOpened({ failed: true });
      });
    return () => {
      cancelled = true;
      setOpened(undefined);
      void task.destroy();
    };
  }, [bytes]);
  return opened;
}
