import { type Converted, convertHtml } from '../html/convert.ts';
import { withParagraphs } from '../html/paragraphs.ts';
import { parseHtml } from '../html/tree.ts';
import type { Noter } from '../notes.ts';
import type { OldSite } from '../old-site.ts';
import { fullSize } from './attachments.ts';
import { hasBlocks, withoutComments } from './blocks.ts';
import { knownShortcodes, type Library } from './known-shortcodes.ts';
import { replaceShortcodes } from './shortcodes.ts';

export interface TextSource extends Library {
  site: OldSite;
  /** Reusable blocks, which may occur in many posts, by their ids. */
  reusable: ReadonlyMap<string, string>;
}

/**
 * Converts the stored text of a post to the HTML that this site allows, in the way in which WordPress would show it.
 * Throws TooDeepError.
 */
export function postText(id: string, content: string, source: TextSource, note: Noter): Converted {
  const { site, attachments, reusable } = source;
  const plain = withoutComments(content, reusable, note);
  const html = replaceShortcodes(plain, knownShortcodes(id, source, note), note);
  const nodes = parseHtml(html);
  return convertHtml(hasBlocks(content) ? nodes : withParagraphs(nodes), {
    site,
    note,
    fullSize: (image, url) => fullSize(image, url, attachments, site),
  });
}
