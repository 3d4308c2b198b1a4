import { isUtf8 } from 'node:buffer';

/** True if a file begins as WebVTT does (W3C WebVTT §4.1): WEBVTT, then the end, a blank or a line end. */
export function startsAsWebVtt(head: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|$)/.test(head.toString('latin1', 0, 10));
}

/** The fault of a file of captions: the number of the first wrong line, or that it has no captions. */
type WebVttFault = { line: number } | 'notWebVtt' | 'noCaptions';

/**
 * Returns what is wrong with a WebVTT file; undefined if every block is a caption, a comment, a style or a region, and
 * at least one is a caption. Browsers skip a block that they cannot parse, so its words would be missing without notice.
 */
export function webVttFault(bytes: Buffer): WebVttFault | undefined {
  if (!isUtf8(bytes) || !startsAsWebVtt(bytes)) return 'notWebVtt';
  const lines = bytes.toString().split(/\r\n?|\n/);
  // The header ends with the first blank line.
  let place: Place = 'inside';
  for (const [index, line] of [...lines, ''].entries()) {
    const next = placeAfter(line, place);
    // Where a name is without times, the name is the wrong line.
    if (!next) return { line: line === '' ? index : index + 1 };
    place = next;
  }
  return lines.some(isTiming) ? undefined : 'noCaptions';
}

/** Where a line is: inside a block, between two blocks, or after the name of a caption, which its times follow. */
type Place = 'inside' | 'between' | 'afterName';

/** Returns the place after a line; undefined if the line is wrong at its place. */
function placeAfter(line: string, place: Place): Place | undefined {
  if (line === '') return place === 'afterName' ? undefined : 'between';
  if (place === 'inside') return line.includes('-->') ? undefined : 'inside';
  if (isTiming(line) || (place === 'between' && aside.test(line))) return 'inside';
  return place === 'afterName' || line.includes('-->') ? undefined : 'afterName';
}

const aside = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
const timing =
  /^[ \t]*((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/;

function isTiming(line: string): boolean {
  const [, start, end] = timing.exec(line) ?? [];
  return start !== undefined && end !== undefined && seconds(start) < seconds(end);
}

function seconds(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
