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
  let captions = 0;
  // The header ends with the first blank line.
  let at = endOfBlock(lines, 0);
  while (at < lines.length) {
    const end = endOfBlock(lines, at);
    const block = lines.slice(at, end);
    const wrong = block.length === 0 ? undefined : wrongLine(block);
    if (wrong !== undefined) return { line: at + wrong + 1 };
    if (block.length > 0 && !isAside(block)) captions += 1;
    at = end + 1;
  }
  return captions === 0 ? 'noCaptions' : undefined;
}

function endOfBlock(lines: readonly string[], from: number): number {
  const end = lines.indexOf('', from);
  return end === -1 ? lines.length : end;
}

function isAside([first = '']: readonly string[]): boolean {
  return /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(first);
}

const timing =
  /^[ \t]*((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})[ \t]+-->[ \t]+((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})(?:[ \t].*)?$/;

/** Returns the index of the first wrong line of a block; undefined if the block is valid. */
function wrongLine(block: readonly string[]): number | undefined {
  const arrowAfter = (first: number) => {
    const found = block.findIndex((line, index) => index > first && line.includes('-->'));
    return found === -1 ? undefined : found;
  };
  if (isAside(block)) return arrowAfter(0);
  // A caption may have a name in the line before its times.
  const at = block[0]?.includes('-->') ? 0 : 1;
  const [, start, end] = timing.exec(block[at] ?? '') ?? [];
  if (start === undefined || end === undefined || seconds(start) >= seconds(end)) {
    return Math.min(at, block.length - 1);
  }
  return arrowAfter(at);
}

function seconds(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}
