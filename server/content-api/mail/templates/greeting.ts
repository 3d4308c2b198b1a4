import { wordsOf } from '#shared/words/all-words.ts';
import type { Language } from '#shared/words/language.ts';
/**
 * Returns the first line of a mail to a visitor. Anyone can have such a mail sent to any email address, under any
 * name. So a "name" that contains a web address or is as long as an advertisement is not repeated: the studio's mails
 * cannot be used for spam.
 */
export function greeting(name: string | null, language: Language = 'en'): string {
  const words = wordsOf(language);
  return name !== null && isPlainName(name.trim())
    ? words('mail.helloName', { name: name.trim() })
    : words('mail.hello');
}

/**
 * True for letters of any script with their joining characters. A dot may end an initial ("J. R. Khan"); between
 * letters it would be part of a web address.
 */
function isPlainName(name: string): boolean {
  return name.length <= 60 && /^\p{L}(\p{L}|\p{M}|\p{Pd}|\u200c|\u200d|\.(?=\s|$)|[ '’])*$/u.test(name);
}
