// Parses PDFs in a separate worker.
import './promise-with-resolvers.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
