import { english } from './english.ts';
import type { Language } from './language.ts';
import { ur } from './ur.ts';
import { type Catalogue, createWords, type Words } from './words.ts';

const catalogues: Record<Language, Catalogue> = { en: english, ur };
const made = new Map<Language, Words<typeof english>>();

/** Returns all words of a language. For the server: browsers load parts of the words (client/words.ts). */
export function wordsOf(language: Language) {
  const words = made.get(language) ?? createWords<typeof english>(language, catalogues[language]);
  made.set(language, words);
  return words;
}
