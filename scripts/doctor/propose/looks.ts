import { isObject } from '../finding.ts';
import type { Look } from './field-words.ts';
import { isIdValue } from './json-places.ts';

/** What values look like. Nothing (null, an empty text) may be anything: rows without a picture have a field for it too. */

const pictureName = /\.(jpe?g|png|webp|gif|avif|svg)([?#].*)?$/i;
const videoName = /\.(mp4|webm|mov|m4v)([?#].*)?$/i;
const dateText = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d)?([.,]\d{1,9})?\s?(Z|[+-]\d\d:?\d\d)?)?$/i;

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

export function isPicture(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 2_000 || /[\n<>]/.test(value)) return false;
  if (pictureName.test(value)) return true;
  return (
    /^(https?:)?\/\/\S+$/i.test(value) &&
    /\b(image|media|photo|upload|storage|cdn|asset|picsum|img)/i.test(value)
  );
}

function isMoment(value: unknown): boolean {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{9,14}$/.test(value))) {
    const number = Number(value);
    const ms = number < 100_000_000_000 ? number * 1_000 : number;
    return Number.isInteger(number) && ms > Date.UTC(1995, 0) && ms < Date.UTC(2100, 0);
  }
  return (
    typeof value === 'string' && (dateText.test(value.trim()) || /^\w{3}, \d\d \w{3} \d{4} /.test(value))
  );
}

/** A date with a time and without a zone. */
export function isNaive(value: unknown): boolean {
  return (
    typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?([.,]\d{1,9})?$/.test(value.trim())
  );
}

export function isHtml(value: unknown): boolean {
  return typeof value === 'string' && /<(p|h[1-6]|ul|ol|li|div|br|strong|em|a|img|blockquote)\b/i.test(value);
}

/** Signs that Markdown has and plain text rarely: headings, lists, bold words, pictures and links. */
export function isMarkdown(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    !isHtml(value) &&
    /^#{1,6} \S|^[-*] \S.*\n[-*] \S|\*\*[^*\n]{1,200}\*\*|\]\((https?:\/)?\/[^()\s]{1,500}\)/m.test(value)
  );
}

/** How well a value looks like what a field has to be: 0 for not at all, 1 for nothing there, 2 for yes, 3 for surely. */
export function looksLike(look: Look, value: unknown): 0 | 1 | 2 | 3 {
  if (isNothing(value)) return 1;
  switch (look) {
    case 'id':
      return isIdValue(value) ? 2 : 0;
    case 'line':
      return typeof value === 'string' && !isHtml(value) && !isPicture(value) && value.length < 600 ? 2 : 0;
    case 'slug':
      return typeof value === 'string' && /^[\p{L}\p{N}_-]+$/u.test(value) ? 2 : 0;
    case 'text':
      return typeof value !== 'string' || isPicture(value) ? 0 : isHtml(value) ? 3 : 2;
    case 'image':
      return isPicture(value) ? 3 : 0;
    case 'pictures':
      return looksLikePictures(value);
    case 'flag':
      return isFlag(value) ? 2 : 0;
    case 'choice':
      return typeof value === 'boolean' || (typeof value === 'string' && value.length < 40) ? 2 : 0;
    case 'number':
      return (typeof value === 'number' && Number.isFinite(value)) ||
        /^-?\d{1,9}(\.\d+)?$/.test(String(value))
        ? 2
        : 0;
    case 'moment':
      return isMoment(value) ? 3 : 0;
    case 'address':
      return typeof value === 'string' &&
        (/^https?:\/\/\S+$/.test(value) || videoName.test(value)) &&
        !isPicture(value)
        ? 3
        : 0;
  }
}

function looksLikePictures(value: unknown): 0 | 1 | 2 | 3 {
  if (isPicture(value)) return 2;
  if (!Array.isArray(value)) return 0;
  if (value.length === 0) return 1;
  const hasPicture = (each: unknown, depth: number): boolean =>
    isPicture(each) ||
    (depth > 0 && isObject(each) && Object.values(each).some((inside) => hasPicture(inside, depth - 1)));
  return value.every((each) => hasPicture(each, 2)) ? 3 : 0;
}

function isFlag(value: unknown): boolean {
  if (typeof value === 'boolean' || value === 0 || value === 1) return true;
  return typeof value === 'string' && (/^(0|1|true|false)$/i.test(value) || /^[A-Za-z_-]{2,20}$/.test(value));
}
