import { frame } from '#shared/words/en/frame.ts';
import { useSite } from '../site-info.ts';
import { useWords } from '../words.ts';

/**
 * Returns the company's own name for its work ("Cases", "Programmes"), which is the title of its list. Undefined if that
 * is the word of the menu.
 */
export function usePortfolioName() {
  const words = useWords(frame);
  const { title } = useSite().pages.portfolio.head;
  return title === words('nav.portfolio') ? undefined : title;
}
