import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { jsonInScript } from '#shared/json-in-script.ts';
import { KIB, limits, MIB } from '#shared/limits.ts';
import { type ExtractedImages, extractInlineImages } from '../../rich-text/inline-images.ts';
import { type RewriteRules, rewriteMediaAddress } from '../upstream/addresses.ts';
import type { GiveUpSignal } from '../upstream/upstream.ts';
import { createSanitiseThread, type SanitiseThread } from './sanitise-thread.ts';

/** Makes the rich texts of an answer safe (docs/architecture.md §5, HTML) without holding up anybody else. */
export interface RichTexts {
  /** In the order of `texts`. Rejects as `SanitiseThread.run` does, and never gives a text that was not made safe. */
  makeSafe(texts: readonly string[], rules: RewriteRules, options?: SafeOptions): Promise<SafeText[]>;
  /** Ends the thread for long texts when nobody waits for it. */
  rest(): Promise<void>;
}

interface SafeOptions {
  /** Fires when nobody waits any more. */
  signal?: GiveUpSignal | undefined;
  /** Of a text that is longer than a page shows, only the beginning is wanted. */
  asShown?: boolean;
}

/** Rich text that is safe, and its long inline images beside it. */
export type SafeText = ExtractedImages;

export interface RichTextsOptions {
  thread?: SanitiseThread;
  /** How much is kept, in bytes. */
  memoBytes?: number;
  /** Markup in one answer that is parsed at once, in characters: 5 to 10 ms. What is beyond goes to the thread. */
  atOnce?: number;
}

/** Longer texts are never plain: nobody writes a book without a heading. */
const plainLength = 16 * KIB;
/** For how long a text that took too long is shown as words before it is tried again, in milliseconds. */
const cutMs = 600_000;

/**
 * What was made safe is kept, by its markup and the rules, up to a limit: inline images are no part of it. So a text is parsed
 * once and not for each reader, and not again when only an image in it has changed.
 */
export function createRichTexts({
  thread = createSanitiseThread(),
  memoBytes = 16 * MIB,
  atOnce = 16 * KIB,
}: RichTextsOptions = {}): RichTexts {
  const memo = new LRUCache<string, string>({
    maxSize: memoBytes,
    // Two bytes a character at most, and what an entry costs besides.
    sizeCalculation: (html) => 2 * html.length + 256,
  });

  async function safeMarkup(
    html: string,
    rules: RewriteRules,
    room: { left: number },
    signal?: GiveUpSignal,
  ): Promise<string> {
    if (isPlain(html)) return html;
    const key = keyOf(html, rules);
    const known = memo.get(key);
    if (known !== undefined) return known;
    if (html.length > room.left) {
      const made = await thread.run(key, { html, rules }, signal);
      memo.set(key, made.html, made.cut ? { ttl: cutMs } : {});
      return made.html;
    }
    room.left -= html.length;
    // The parser is large, and many a server never needs it here.
    const { sanitiseMarkup } = await import('../../rich-text/sanitise-html.ts');
    const safe = sanitiseMarkup(html, (address) => rewriteMediaAddress(address, rules));
    memo.set(key, safe);
    return safe;
  }

  /** Texts that are short as they came, and whose safe form is more than a page shows. */
  const tooLong = new LRUCache<string, true>({ max: 1_000 });

  /** As visitors get it. */
  const shownMarkup: typeof safeMarkup = async (html, rules, ...rest) => {
    // Whatever is made of so little can be shown.
    if (html.length <= limits.shownBeginning) return safeMarkup(html, rules, ...rest);
    if (html.length <= limits.shownText) {
      const key = keyOf(html, rules);
      if (!tooLong.has(key)) {
        const safe = await safeMarkup(html, rules, ...rest);
        if (lengthInPage(safe) <= limits.shownText) return safe;
        tooLong.set(key, true);
      }
    }
    return safeMarkup(beginningOf(html), rules, ...rest);
  };

  return {
    async makeSafe(texts, rules, { signal, asShown = false } = {}) {
      const room = { left: atOnce };
      return Promise.all(
        texts.map(async (text) => {
          const extracted = extractInlineImages(text);
          const make = asShown ? shownMarkup : safeMarkup;
          return { ...extracted, html: await make(extracted.html, rules, room, signal) };
        }),
      );
    },
    rest: () => thread.rest(),
  };
}

/** Rendering a page of all of it would hold up everybody else, and nothing so large is kept. */
function beginningOf(html: string): string {
  const beginning = html.slice(0, limits.shownBeginning);
  const lastTag = beginning.lastIndexOf('<');
  return `${lastTag > beginning.lastIndexOf('>') ? beginning.slice(0, lastTag) : beginning} …`;
}

/** A page has a text twice: as markup, and in its state for the scripts, where one character can be six. */
function lengthInPage(html: string): number {
  // Seven times as long at most: that needs not be looked at.
  return 7 * html.length <= limits.shownText ? html.length : html.length + jsonInScript(html).length;
}

/** One for the process, whose memory it takes. */
export const richTexts = createRichTexts();

/**
 * No markup, or nothing but paragraphs of words, as in the summaries of lists: the sanitiser gives them back as they are, and needs
 * not be asked. An entity or a NUL would be written in another way.
 */
function isPlain(html: string): boolean {
  return !html.includes('<') || (html.length <= plainLength && /^(?:<p>[^<>&\0]*<\/p>)*$/.test(html));
}

function keyOf(html: string, { hosts, mediaPaths }: RewriteRules): string {
  return createHash('sha256')
    .update(JSON.stringify([hosts, mediaPaths]))
    .update(html)
    .digest('base64url');
}
