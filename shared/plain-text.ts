/*
 * Typed texts are made plain before any rule sees them: phones, address books, office programs and keyboards add
 * characters that nobody sees, and write blanks, hyphens and digits in other ways.
 */

import { limits } from './limits.ts';
import { isVisible } from './text-formats.ts';

/** Soft hyphens, zero-width blanks, directions of writing that phones and address books wrap around numbers, marks of files. */
const unseen = /[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Joiners have a meaning behind a letter or a sign (Persian, Hindi, emoji), and none anywhere else. */
const looseJoiners = /(^|\s)[\u200c\u200d]+/g;
const oddBlanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f]/g;

/** Removes what cannot be seen, and writes blanks and line ends in one way. */
export function withoutUnseen(text: string) {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(unseen, '')
    .replace(oddBlanks, ' ')
    .replace(looseJoiners, '$1');
}

/** Returns a typed text as rules judge it and databases store it; '' if there is nothing to be seen in it. */
export function plainText(text: string) {
  const plain = withoutUnseen(text).trim();
  return isVisible(plain) ? plain : '';
}

/**
 * Returns a digit of any script as an ASCII digit. The digits of a script have consecutive code points from its zero
 * on (Unicode Standard §4.6), so the offset from the zero is the value.
 */
function asciiDigit(digit: string) {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Writes the digits of every script as 0 to 9. */
export function withAsciiDigits(text: string) {
  return text.replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
}

/**
 * A plain text that programs read, and not people: signs of East Asian keyboards are those of ASCII, hyphens are "-",
 * apostrophes "'", and no character is left that only steers how others look.
 */
function plainSigns(text: string) {
  // Refused anyway, and some of the patterns below take long for a very long text.
  if (text.length > limits.shortText) return text;
  return plainText(text)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63\u30fc\uff70]/g, '-')
    .replace(/[\u2018\u2019\u02bb\u02bc\u00b4\u2032]/g, "'")
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * A phone number, as address books, mails and visiting cards of many countries have it: without "tel:", "Mob." or a
 * telephone (☎) in front, and with digits from 0 to 9. Extensions stay.
 */
export function plainPhone(text: string) {
  return withAsciiDigits(plainSigns(text))
    .replace(/^(?:\p{So}\ufe0f? *)?(?:[\p{L}\p{M}. ]{1,24}:|\p{L}[\p{L}\p{M}]{0,11}\.?)? *(?=[+(\d])/u, '')
    .replace(/;ext=/i, ' ext. ')
    .replace(/[\u00b7\u2022]/g, '.');
}

/** An email address, also out of "mailto:", of `Name <address>`, or from the end of a sentence. */
export function plainEmail(text: string) {
  const plain = plainSigns(text).replace(/[\u3002\uff61]/g, '.');
  const [, inside] = /^[^<>]*<([^<>]*)>[.,;]?$/.exec(plain) ?? [];
  return (inside ?? plain)
    .trim()
    .replace(/^mailto: *([^?]*).*$/i, '$1')
    .replace(/ *@ */g, '@')
    .replace(/[.,;]+$/, '');
}

/** The address of a page. A domain alone ("linkedin.com/in/name") gets https://. */
export function plainLink(text: string) {
  const plain = plainSigns(text).replace(/^<(.*)>$/, '$1');
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u.test(plain) ? `https://${plain}` : plain;
}
