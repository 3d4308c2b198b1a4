// What parses PDFs, in a worker of its own.
import './promise-with-resolvers.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
