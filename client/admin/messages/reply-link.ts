import { toWellFormed } from '#shared/ponyfills.ts';
import { replySubject } from '#shared/reply-subject.ts';
import type { Message } from '#shared/schemas/message.ts';
import { formatFullMoment } from '../../ui/dates.ts';
import { senderOf } from './labels.ts';

/**
 * Maximum length of a link to a mail program. Windows does not pass on links longer than INTERNET_MAX_URL_LENGTH
 * (2083), and some programs accept less.
 */
const longest = 1900;

const lineEnd = '\r\n';

/**
 * Returns a link that opens a reply in the admin's mail program, with the subject "Re: …" and the quoted message. A
 * long message is cut so that the link fits. By RFC 6068, values are percent-encoded and lines end with CRLF.
 */
export function replyLink(message: Message): string {
  const to = encodeURIComponent(message.email).replaceAll('%40', '@');
  const subject = thatFits(replySubject(message), 500, '…');
  const sender = thatFits(senderOf(message), 250, '…');
  const intro = encoded(`${lineEnd}${lineEnd}On ${formatFullMoment(message.created_at)}, `);
  const start = `mailto:${to}?subject=${subject}&body=${intro}${sender}${encoded(` wrote:${lineEnd}`)}`;
  return start + thatFits(message.message ?? '', longest - start.length, '[…]', quoted);
}

/**
 * Returns the text, converted by `write` and percent-encoded. If the result is longer than `room` characters, the
 * text is cut, and ends with `end`.
 */
function thatFits(text: string, room: number, end: string, write = (part: string) => part): string {
  // An encoded character has at least one letter, so no more than `room` characters can fit.
  const characters = [...text].slice(0, room + 1);
  let fitting = encoded(write(text));
  while (fitting.length > room && characters.length > 0) {
    // A character takes at most twelve letters.
    characters.length -= Math.min(characters.length, Math.ceil((fitting.length - room) / 12));
    fitting = encoded(write(characters.join('') + end));
  }
  return fitting.length > room ? '' : fitting;
}

function quoted(text: string): string {
  if (!text) return '';
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join(lineEnd);
}

/** Replaces lone surrogates first: a host may have stored them, and `encodeURIComponent` throws on them. */
function encoded(text: string): string {
  return encodeURIComponent(toWellFormed(text));
}
