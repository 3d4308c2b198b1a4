import type { UpstreamAnswer } from '../upstream/upstream.ts';

/**
 * Types that a browser displays or plays and that cannot contain a script, captions of videos included. SVG is excluded,
 * because it can contain scripts.
 */
const shown = /^(image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+|font\/[\w.+-]+|text\/vtt)$/;
/** Types that are neither pages nor scripts, but that are not displayed either: they are sent as files to save. */
const downloaded = new Set([
  'application/octet-stream',
  'application/pdf',
  'application/zip',
  'text/csv',
  'text/plain',
]);

/** Types of documents that people upload. They may be sent with their own type, but only as files to save. */
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

/** True for a type that is neither a page nor a script, no matter how the browser treats the file. */
export function isDownload(answer: UpstreamAnswer): boolean {
  return isShown(answer) || downloaded.has(typeOf(answer));
}

/**
 * True if a file to save may be sent with the type that the host states, so that the browser can choose the program
 * that opens the file.
 */
export function isNamedFile(answer: UpstreamAnswer): boolean {
  return isDownload(answer) || documents.has(typeOf(answer));
}
