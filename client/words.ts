import {
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import type { Language } from '#shared/words/language.ts';
import type { visitorMessages } from '#shared/words/visitor-messages.ts';
import { type Catalogue, createWords, type Words } from '#shared/words/words.ts';
import { SiteInfoContext } from './site-info.ts';

/** Loads the catalogue of each language except English, whose parts the pages contain. */
const loaders: Record<Exclude<Language, 'en'>, () => Promise<Catalogue>> = {
  ur: () => import('#shared/words/ur.ts').then(({ ur }) => ur),
};

interface LoadedLanguage {
  catalogue: Catalogue;
  translate: (text: string) => string;
}

const loaded = new Map<Language, LoadedLanguage>();

/** Key of a language's catalogue in Vite's manifest; undefined for English. */
export function wordsFile(language: Language): string | undefined {
  return language === 'en' ? undefined : `../shared/words/${language}.ts`;
}

/** Loads the words of a language. Must have ended before a page is rendered in that language. */
export async function loadWords(language: Language): Promise<void> {
  if (language === 'en' || loaded.has(language)) return;
  const [catalogue, { translated }] = await Promise.all([
    loaders[language](),
    import('#shared/words/visitor-messages.ts'),
  ]);
  const words = createWords<typeof visitorMessages>(language, catalogue);
  loaded.set(language, { catalogue, translate: (text) => translated(text, words) });
}

/** The language of a part of the page, if it is not that of the site: the admin area is English. */
export const LanguageContext = createContext<Language | undefined>(undefined);

/** Returns the language of the words in this part of the page. */
function useLanguage(): Language {
  const site = useContext(SiteInfoContext)?.site;
  return useContext(LanguageContext) ?? site?.language ?? 'en';
}

const made = new WeakMap<Catalogue, Map<Language, Words<Catalogue>>>();

/**
 * Returns the words of a part of the site in the language of the page. `english` are the English messages of that part
 * (shared/words/en), so that a page loads no other messages.
 */
export function useWords<Messages extends Catalogue>(english: Messages): Words<Messages> {
  return wordsIn(useLanguage(), english);
}

/** As `useWords`, for another language than that of the page: its words are English until they are loaded. */
export function useWordsIn<Messages extends Catalogue>(
  language: Language,
  english: Messages,
): Words<Messages> {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    // Without its words the language is shown in English, so a failure needs no notice.
    loadWords(language).then(
      () => setIsLoaded(true),
      () => {},
    );
  }, [language]);
  return wordsIn(isLoaded && (language === 'en' || loaded.has(language)) ? language : 'en', english);
}

function wordsIn<Messages extends Catalogue>(language: Language, english: Messages): Words<Messages> {
  const known = made.get(english) ?? new Map<Language, Words<Catalogue>>();
  made.set(english, known);
  const words =
    known.get(language) ?? createWords<Catalogue>(language, loaded.get(language)?.catalogue ?? english);
  known.set(language, words);
  return words as unknown as Words<Messages>;
}

const unchanged = (text: string) => text;

/**
 * Returns a function that puts a message of an answer into the language of the page. Calls answer in English, which is
 * their contract.
 */
export function useTranslated(): (text: string) => string {
  return loaded.get(useLanguage())?.translate ?? unchanged;
}

/** Returns the pieces of a message (`words.parts`) as one node. */
export function asNode(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
