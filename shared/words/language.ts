import type { Direction } from '../text-direction.ts';

/**
 * The languages that a site can have. `name` is in the language itself; `locale` is for `Intl`.
 */
const languages = {
  en: { name: 'English', dir: 'ltr', locale: 'en-GB' },
  ur: { name: 'اردو', dir: 'rtl', locale: 'ur-PK' },
} as const satisfies Record<string, { name: string; dir: Direction; locale: string }>;

export type Language = keyof typeof languages;

export const languageNames = Object.keys(languages) as [Language, ...Language[]];

/** The languages with their names, each in the language itself. */
export const languageChoices = languageNames.map((value) => ({ value, label: languages[value].name }));

/** Returns the locale in which `Intl` formats numbers, dates and lists of this language. */
export function localeOf(language: Language) {
  return languages[language].locale;
}

export function directionOfLanguage(language: Language) {
  return languages[language].dir;
}
