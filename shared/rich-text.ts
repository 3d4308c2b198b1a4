import { isVisible } from './is-visible.ts';
import { maxSteps } from './rich-text-summary.ts';

/** Blanks between two tags that are read in search of a word, in characters. */
const longestBlank = 100_000;

/**
 * True when rich text is empty: no word, no image, no video. An example is the `<p><br></p>` of a cleared editor.
 * Reads the text once, since it may have 25 MiB.
 */
export function isEmptyRichText(html: string): boolean {
  let from = 0;
  for (let step = 0; from < html.length && step < maxSteps; step += 1) {
    const open = html.indexOf('<', from);
    const text = html.slice(from, open === -1 ? undefined : open);
    if (hasWords(text.slice(0, longestBlank))) return false;
    if (open === -1) return true;
    if (/^<(img|iframe)[\s/>]/i.test(html.slice(open, open + 8))) return false;
    const close = html.indexOf('>', open);
    if (close === -1) return true;
    from = close + 1;
  }
  return true;
}

/** True if a text has words. The spaces of HTML are none, and neither are characters that nobody sees. */
function hasWords(text: string): boolean {
  return isVisible(text.replace(/&(nbsp|#160|#xa0);/gi, ' '));
}
