import { translated, visitorMessages } from '#shared/words/visitor-messages.ts';
import { useWords } from '../../words.ts';

/** Returns a function that puts a message of an answer into the language of the page. */
export function useTranslated(): (text: string) => string {
  const words = useWords(visitorMessages);
  return (text) => translated(text, words);
}
