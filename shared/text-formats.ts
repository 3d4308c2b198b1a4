/**
 * Formats of text fields (the rules of fields are in schemas/fields.ts), and replacements for features of newer
 * JavaScript engines, for the oldest browsers that we support (docs/product.md §25).
 */

/**
 * True if a text can be stored. Software written in C ends a text at NUL, and a lone surrogate has no bytes in UTF-8.
 */
export function isStorable(text: string) {
  return isWellFormed(text) && !text.includes('\0');
}

export function isWebAddress(text: string) {
  // Checked before parsing: the URL parser drops spaces and line ends inside a URL, so such a text would count as
  // valid.
  if (!/^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(text) || !isWellFormed(text)) return false;
  return parseUrl(text) !== undefined;
}

export function isEmail(text: string) {
  return (
    isWellFormed(text) &&
    /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u.test(text) &&
    /@([\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{N}-]{0,61}[\p{L}\p{N}]$/u.test(
      text,
    )
  );
}

/** Splits a mailbox as mail programs write it, such as `Studio <jobs@studio.example>`; without a name it is ''. */
export function mailboxOf(text: string) {
  const [, name = '', address = text] = /^\s*"?([^"<>\p{Cc}]*?)"?\s*<([^<>]*)>\s*$/u.exec(text) ?? [];
  return { name, address };
}

/** A number as people of many countries write it, also with an extension ("ext. 12") and a note ("(mobile)"). */
const phone =
  /^([+\d\s()[\].\-/]+)(?:[,;]*\s*(?:\p{L}[\p{L}\p{M}]{0,14}[.:]?|[#,;])\s*(\d{1,8}))?(?:\s*\([\p{L}\p{M}\s.]{1,20}\))?$/u;

export function isPhone(text: string) {
  const [, number = ''] = phone.exec(text) ?? [];
  return number.replace(/\D/g, '').length >= 5;
}

/** True for a calendar day (2026-02-30 is none) of the years 1900 to 2999, so that days sort as texts. */
export function isDate(text: string) {
  if (!/^(19|2\d)\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** True for a time with its zone (RFC 3339), on a calendar day. */
export function isDateTime(text: string) {
  const [day = '', time = ''] = text.split(/[Tt]/, 2);
  return (
    isDate(day) &&
    /^\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i.test(time) &&
    !Number.isNaN(Date.parse(text))
  );
}

/** A sign that can be seen. The blank of Braille and fillers of Korean are letters by name, and look like nothing. */
const visible = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/** True if there is anything to be seen in a text. Pages load it without the rules of plain-text.ts. */
export function isVisible(text: string) {
  return visible.test(text);
}

/** Matches a lone surrogate, which is no character and has no bytes in UTF-8. */
const loneSurrogate = /\p{Cs}/u;
const loneSurrogates = /\p{Cs}/gu;

/** Like `String.prototype.isWellFormed`. */
export function isWellFormed(text: string) {
  return !loneSurrogate.test(text);
}

/** Like `String.prototype.toWellFormed`. */
export function toWellFormed(text: string) {
  return text.replace(loneSurrogates, '\uFFFD');
}

/** Like `URL.parse`; undefined for an invalid URL. */
export function parseUrl(text: string, base?: string) {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
