import { type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser';
import { type Formatters, formatToParts } from 'intl-messageformat';
import { groupedDigits } from '../grouped-digits.ts';
import { type Language, localeOf } from './language.ts';

/**
 * A message in ICU message format, such as `{count, plural, one {# job} other {# jobs}}`. The build of the client
 * parses messages with placeholders in advance (scripts/vite-plugins.ts).
 */
type Message = string | MessageFormatElement[];

/** Messages by key. */
export type Catalogue = Readonly<Record<string, Message>>;

/**
 * The names of the placeholders in a message. A text of a plural form, such as `{# jobs}`, is no placeholder: it has
 * several words.
 */
type Placeholder<Text> = Text extends `${string}{${infer Rest}`
  ? (Rest extends `${infer Name}}${string}` ? NameIn<Name> : never) | Placeholder<Rest>
  : never;
type NameIn<Inside extends string> = Inside extends `${infer Before},${string}`
  ? OneWord<Before>
  : OneWord<Inside>;
type OneWord<Text extends string> = Text extends `${string} ${string}` ? never : Text;

/** The names of the tags in a message, such as `link` of `<link>our jobs</link>`. */
type Tag<Text> = Text extends `${string}</${infer Name}>${infer Rest}` ? Name | Tag<Rest> : never;

type PlainValue = string | number;
type Values<Text> = Record<Placeholder<Text>, PlainValue>;
type Arguments<Text> = [Placeholder<Text>] extends [never] ? [] : [values: Values<Text>];

/** The keys of messages without tags, which are plain texts. */
type PlainKey<Messages> = {
  [Key in keyof Messages]: [Tag<Messages[Key]>] extends [never] ? Key : never;
}[keyof Messages];

/** The messages of a part of the site in one language. */
export interface Words<Messages> {
  /** Returns the text of a message. */
  <Key extends PlainKey<Messages>>(key: Key, ...values: Arguments<Messages[Key]>): string;
  /**
   * Returns a message in pieces: texts, and what the functions in `values` return for the tags of the message and the
   * text inside them.
   */
  parts<Key extends keyof Messages, Part>(
    key: Key,
    values: Record<Placeholder<Messages[Key]>, PlainValue | Part> &
      Record<Tag<Messages[Key]>, (inside: (string | Part)[]) => Part>,
  ): (string | Part)[];
  language: Language;
}

/** Returns the words for messages of type `Messages`; `catalogue` contains them in `language`. */
export function createWords<Messages>(language: Language, catalogue: Catalogue) {
  const locale = localeOf(language);
  const formatters = createFormatters(locale);
  const parsed = new Map<string, MessageFormatElement[]>();
  const elementsOf = (key: string) => {
    const message = catalogue[key];
    if (message === undefined) throw new Error(`There is no message ${key}.`);
    if (typeof message !== 'string') return message;
    // Most messages are plain texts, which need no parser.
    if (!/[{<']/.test(message)) return message;
    const elements = parsed.get(key) ?? parse(message);
    parsed.set(key, elements);
    return elements;
  };
  const partsOf = (key: string, values?: object) => {
    const elements = elementsOf(key);
    if (typeof elements === 'string') return [elements];
    return formatToParts(elements, locale, formatters, noFormats, values as never).map(({ value }) => value);
  };
  const words = (key: string, values?: object) => partsOf(key, values).join('');
  return Object.assign(words, { parts: partsOf, language }) as unknown as Words<Messages>;
}

/** No message names a format of numbers, dates or times. */
const noFormats = { number: {}, date: {}, time: {} };

/** English and Urdu have this one rule. */
const plurals = {
  select: (count) => (Math.abs(count) === 1 ? 'one' : 'other'),
} as Intl.PluralRules;

/**
 * Returns the formatters for the messages in a locale. Counts need none of `Intl`, as they would with the class
 * `IntlMessageFormat`: a browser needs ten milliseconds to make the first number format of a page.
 */
function createFormatters(locale: string): Formatters {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  const numbers = {
    format: (value: number) =>
      isCount(value) ? groupedDigits(String(value)) : new Intl.NumberFormat(locale).format(value),
  } as Intl.NumberFormat;
  return {
    getNumberFormat: () => numbers,
    getDateTimeFormat: (...options) => new Intl.DateTimeFormat(...options),
    getPluralRules: (_locale, options) =>
      options?.type === 'ordinal' ? new Intl.PluralRules(locale, options) : plurals,
  };
}
