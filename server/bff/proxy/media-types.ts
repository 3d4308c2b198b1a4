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
