import {
  createContext,
  createElement,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import { scriptOn, type TextScript } from '#shared/text-direction.ts';
import { directionOfLanguage, type Language } from '#shared/words/language.ts';
import type { visitorMessages } from '#shared/words/visitor-messages.ts';
import { type Catalogue, createWords, type Words } from '#shared/words/words.ts';
import { SiteInfoContext } from './site-info.ts';

/** The catalogues of a language: the one that every page loads, and the one of the legal pages, which is long. */
export type CatalogueName = 'site' | 'legal';

/** Loads the catalogues of each language except English, whose parts the pages contain. */
const loaders: Record<Exclude<Language, 'en'>, Record<CatalogueName, () => Promise<Catalogue>>> = {
  ur: {
    site: () => import('#shared/words/ur.ts').then(({ ur }) => ur),
    legal: () => import('#shared/words/ur-legal.ts').then(({ urLegal }) => urLegal),
  },
};

/** The messages that are loaded, by language. */
const catalogues = new Map<Language, Catalogue>();
const translators = new Map<Language, (text: string) => string>();

/** Keys of a language's catalogues in Vite's manifest; none for English. */
export function wordsFiles(language: Language, names: readonly CatalogueName[]): string[] {
  if (language === 'en') return [];
  return names.map((name) => `../shared/words/${language}${name === 'site' ? '' : `-${name}`}.ts`);
}

/** Loads the words of a language. Must have ended before a page is rendered in that language. */
export async function loadWords(language: Language) {
  if (language === 'en' || translators.has(language)) return;
  const [catalogue, { translated }] = await Promise.all([
    loaders[language].site(),
    import('#shared/words/visitor-messages.ts'),
  ]);
  const words = createWords<typeof visitorMessages>(language, catalogue);
  addMessages(language, catalogue);
  translators.set(language, (text) => translated(text, words));
}

/** Loads the words of the legal pages in a language. Must have ended before such a page is rendered in it. */
export async function loadLegalWords(language: Language) {
  if (language === 'en' || catalogues.get(language)?.['legal.contents']) return;
  addMessages(language, await loaders[language].legal());
}

function addMessages(language: Language, messages: Catalogue) {
  catalogues.set(language, { ...catalogues.get(language), ...messages });
}

/** The language of a part of the page, if it is not that of the site: the admin area is English. */
export const LanguageContext = createContext<Language | undefined>(undefined);

/** Returns the language of the words in this part of the page. */
function useLanguage() {
  const site = useContext(SiteInfoContext)?.site;
  return useContext(LanguageContext) ?? site?.language ?? 'en';
}

/**
 * Returns a function for the attributes `dir` and `lang` of a text that people have written: it may be in another
 * language than this part of the page.
 */
export function useScript(): (...texts: readonly (string | null | undefined)[]) => TextScript {
  const page = directionOfLanguage(useLanguage());
  return (...texts) => scriptOn(page, ...texts);
}

const made = new WeakMap<Catalogue, Map<Language, Words<Catalogue>>>();

/**
 * Returns the words of a part of the site in the language of the page. `english` are the English messages of that part
 * (shared/words/en), so that a page loads no other messages.
 */
export function useWords<Messages extends Catalogue>(english: Messages) {
  return wordsIn(useLanguage(), english);
}

/** As `useWords`, for another language than that of the page: its words are English until they are loaded. */
export function useWordsIn<Messages extends Catalogue>(language: Language, english: Messages) {
  const [loaded, setLoaded] = useState<Language>('en');
  useEffect(() => {
    // Without its words the language is shown in English, so a failure needs no notice.
    loadWords(language).then(
      () => setLoaded(language),
      () => {},
    );
  }, [language]);
  return wordsIn(loaded === language ? language : 'en', english);
}

/** Returns the words of `english` in `language`; in English as long as they are not loaded in that language. */
function wordsIn<Messages extends Catalogue>(language: Language, english: Messages): Words<Messages> {
  const known = made.get(english) ?? new Map<Language, Words<Catalogue>>();
  made.set(english, known);
  let words = known.get(language);
  if (!words) {
    const [key = ''] = Object.keys(english);
    const catalogue = language === 'en' ? english : catalogues.get(language);
    if (!catalogue?.[key]) return wordsIn('en', english);
    words = createWords<Catalogue>(language, catalogue);
    known.set(language, words);
  }
  return words as unknown as Words<Messages>;
}

const unchanged = (text: string) => text;

/**
 * Returns a function that puts a message of an answer into the language of the page. Calls answer in English, which is
 * their contract.
 */
export function useTranslated(): (text: string) => string {
  return translators.get(useLanguage()) ?? unchanged;
}

/** Returns the pieces of a message (`words.parts`) as one node. */
export function asNode(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
