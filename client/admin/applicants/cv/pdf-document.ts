import './promise-with-resolvers.ts';
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from './pdf-worker.ts?worker&url';

// The legacy build brings what browsers of our floor lack; the other one asks for this year's.
// A file of our own origin, as the CSP asks for (script-src 'self' is also for workers).
GlobalWorkerOptions.workerSrc = workerUrl;

/**
 * Opens a PDF that a stranger sent. It is parsed in a worker, as data: no scripts of it run, nothing of it is fetched, and no
 * WebAssembly is compiled, which the CSP would refuse. Destroy the task when the document is not shown any more.
 */
export function openPdf(bytes: ArrayBuffer): PDFDocumentLoadingTask {
  return getDocument({
    // The worker takes the bytes over; the copy leaves them with the cache.
    data: new Uint8Array(bytes.slice(0)),
    useWasm: false,
    disableAutoFetch: true,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  });
}
