import type { Message } from '#shared/schemas/message.ts';
import { senderOf, subjectOf } from './folders.ts';
import { wholeMoment } from './moments.ts';

/** Windows hands no longer address to a mail program (INTERNET_MAX_URL_LENGTH, 2083), some take less. */
const longest = 1900;

const lineEnd = '\r\n';
const cut = '[…]';

/**
 * A link that opens the reader's mail program on an answer: subject "Re: …", what was written quoted below. RFC 6068: values are
 * percent-encoded, lines end with CRLF. A text that would make the link too long is quoted as far as it fits.
 */
export function replyLink(message: Message): string {
  const to = encodeURIComponent(message.email).replaceAll('%40', '@');
  const head = `mailto:${to}?subject=${encoded(shorten(replySubject(message), 200))}&body=`;
  const intro = `${lineEnd}${lineEnd}On ${wholeMoment(message.created_at)}, ${shorten(senderOf(message), 80)} wrote:${lineEnd}`;
  const start = head + encoded(intro);
  return start + quoteThatFits(message.message ?? '', longest - start.length);
}

function replySubject(message: Message): string {
  const subject = subjectOf(message);
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}

/** The text with "> " before each line, encoded, no longer than `room` characters. */
function quoteThatFits(text: string, room: number): string {
  const whole = encoded(quoted(text));
  if (whole.length <= room) return whole;
  const characters = [...text];
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (encoded(quoted(characters.slice(0, middle).join('') + cut)).length <= room) fits = middle;
    else tooMany = middle;
  }
  return fits > 0 ? encoded(quoted(characters.slice(0, fits).join('') + cut)) : '';
}

function quoted(text: string): string {
  if (!text) return '';
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join(lineEnd);
}

function shorten(text: string, most: number): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}

/** Half of a pair of surrogates, which no host should have stored, cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
