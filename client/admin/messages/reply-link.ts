import { toWellFormed } from '#shared/ponyfills.ts';
import { replySubject } from '#shared/reply-subject.ts';
import type { Message } from '#shared/schemas/message.ts';
import { formatFullMoment } from '../../ui/dates.ts';
import { senderOf } from './labels.ts';

/**
 * Maximum length of a link. Windows passes no longer link to a mail program (INTERNET_MAX_URL_LENGTH, 2083), and some
 * programs accept less.
 */
const longest = 1900;

const lineEnd = '\r\n';

/**
 * Returns a link that opens a reply in the admin's mail program, with the subject "Re: …" and the quoted message. RFC
 * 6068: values are percent-encoded, and lines end with CRLF. A long message is quoted only as far as it fits.
 */
export function replyLink(message: Message): string {
  const to = encodeURIComponent(message.email).replaceAll('%40', '@');
  const subject = thatFits(replySubject(message), 500, '…');
  const sender = thatFits(senderOf(message), 250, '…');
  const intro = encoded(`${lineEnd}${lineEnd}On ${formatFullMoment(message.created_at)}, `);
  const start = `mailto:${to}?subject=${subject}&body=${intro}${sender}${encoded(` wrote:${lineEnd}`)}`;
  return start + thatFits(message.message ?? '', longest - start.length, '[…]', quoted);
}

/** Returns as much of a text as fits into `room` characters after `write` and encoding. */
function thatFits(text: string, room: number, end: string, write = (part: string) => part): string {
  const whole = encoded(write(text));
  if (whole.length <= room) return whole;
  const characters = [...text];
  const upTo = (count: number) => encoded(write(characters.slice(0, count).join('') + end));
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (upTo(middle).length <= room) fits = middle;
    else tooMany = middle;
  }
  return fits > 0 ? upTo(fits) : '';
}

function quoted(text: string): string {
  if (!text) return '';
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join(lineEnd);
}

/** `encodeURIComponent` throws on a lone surrogate, which a host may have stored. */
function encoded(text: string): string {
  return encodeURIComponent(toWellFormed(text));
}
