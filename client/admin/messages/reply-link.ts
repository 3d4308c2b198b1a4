import { replySubject } from '#shared/reply-subject.ts';
import type { Message } from '#shared/schemas/message.ts';
import { toWellFormed } from '#shared/text-formats.ts';
import { formatFullMoment } from '../../ui/dates.ts';
import { senderOf } from './labels.ts';

/**
 * Maximum length of a link to a mail program. Windows does not pass on links longer than INTERNET_MAX_URL_LENGTH
 * (2083), and some programs accept less.
 */
const longest = 1900;

const lineEnd = '\r\n';

/**
 * Returns a link that opens a reply in the admin's mail program, with the subject "Re: …" and the quoted message. A long
 * message is cut so that the link fits. By RFC 6068, values are percent-encoded and lines end with CRLF.
 */
export function replyLink(message: Message) {
  const to = encodeURIComponent(message.email).replaceAll('%40', '@');
  const subject = encoded(replySubject(message).slice(0, 80));
  const intro = `${lineEnd}${lineEnd}On ${formatFullMoment(message.created_at)}, ${senderOf(message).slice(0, 80)} wrote:${lineEnd}`;
  const linkWith = (text: string) => `mailto:${to}?subject=${subject}&body=${encoded(intro + quoted(text))}`;
  let text = message.message ?? '';
  let link = linkWith(text);
  while (link.length > longest && text) {
    // A character takes at most nine letters.
    text = text.slice(0, -Math.ceil((link.length - longest) / 9));
    link = linkWith(text && `${text}[…]`);
  }
  return link;
}

function quoted(text: string) {
  if (!text) return '';
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join(lineEnd);
}

/** Replaces lone surrogates first: a host may have stored them, and `encodeURIComponent` throws on them. */
function encoded(text: string) {
  return encodeURIComponent(toWellFormed(text));
}
