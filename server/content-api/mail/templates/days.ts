import { type Language, localeOf } from '#shared/words/language.ts';

/** Formats the day of an ISO time: 21 May 2027. */
export function asDay(iso: string, language: Language = 'en'): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(iso),
  );
}
