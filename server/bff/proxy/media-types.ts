import type { UpstreamAnswer } from '../upstream/upstream.ts';

/** Types that a browser displays or plays and that cannot contain a script. SVG can, and is excluded. */
const shown = /^(image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+|font\/[\w.+-]+)$/;
/** Types that are sent as a file to save. */
const downloaded = new Set([
  'application/octet-stream',
  'application/pdf',
  'application/zip',
  'text/csv',
  'text/plain',
]);

/** Further types of files that people upload. */
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

/** True for a type that may be displayed under this site's origin. */
export function isShown(answer: UpstreamAnswer): boolean {
  return shown.test(typeOf(answer));
}

/** True for a type that is neither a page nor a script, however the browser treats it. */
export function isDownload(answer: UpstreamAnswer): boolean {
  return isShown(answer) || downloaded.has(typeOf(answer));
}

/** True for a type that a file to save may keep: the browser chooses by it the program that opens the file. */
export function isNamedFile(answer: UpstreamAnswer): boolean {
  return isDownload(answer) || documents.has(typeOf(answer));
}
