import './promise-with-resolvers.ts';
import { type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pixels of one canvas at most: browsers refuse larger ones, and phones have little memory. */
const mostPixels = 16_000_000;

/** Draws a page into a new canvas of so many CSS pixels in width. */
export function drawPage(page: PDFPageProxy, width: number) {
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

/** Lays the words of a page over its picture, so that they can be read out, selected and copied. */
export function layText(page: PDFPageProxy, width: number, container: HTMLElement): TextLayer {
  const viewport = page.getViewport({ scale: scaleFor(page, width) });
  return new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
}

/** CSS pixels by unit of the PDF. */
export function scaleFor(page: PDFPageProxy, width: number): number {
  return width / page.getViewport({ scale: 1 }).width;
}
