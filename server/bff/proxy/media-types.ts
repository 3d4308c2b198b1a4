import type { UpstreamAnswer } from '../upstream/upstream.ts';

/** Types that a browser shows or plays and that cannot carry a script. SVG can, and is not among them. */
const shown = /^(image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+|font\/[\w.+-]+)$/;
/** Types that are handed over as a file. */
const downloaded = new Set([
  'application/octet-stream',
  'application/pdf',
  'application/zip',
  'text/csv',
  'text/plain',
]);

/** Types of files that people send us, besides. */
const documents = new Set([
  'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]);

export function typeOf(answer: UpstreamAnswer): string {
  return (
    String(answer.headers['content-type'] ?? '')
      .split(';', 1)[0]
      ?.trim()
      .toLowerCase() ?? ''
  );
}

/** True for a type that may be shown under our origin. */
export function isShown(answer: UpstreamAnswer): boolean {
  return shown.test(typeOf(answer));
}

/** True for a type that is no page and no script, whatever the browser makes of it. */
export function isDownload(answer: UpstreamAnswer): boolean {
  return isShown(answer) || downloaded.has(typeOf(answer));
}

/** True for a type that a file to be saved may keep: it tells the browser which program opens it. */
export function isNamedFile(answer: UpstreamAnswer): boolean {
  return isDownload(answer) || documents.has(typeOf(answer));
}
