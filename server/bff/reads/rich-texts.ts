import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { jsonInScript } from '#shared/json-in-script.ts';
import { KIB, limits, MIB } from '#shared/limits.ts';
import { type ExtractedImages, extractInlineImages } from '../../rich-text/inline-images.ts';
import { type RewriteRules, rewriteMediaAddress } from '../upstream/addresses.ts';
import type { GiveUpSignal } from '../upstream/upstream.ts';
import { createSanitiseThread, type SanitiseThread } from './sanitise-thread.ts';

/** Sanitises the rich texts of an answer (server/rich-text/README.md) without delaying other requests. */
export interface RichTexts {
  /**
   * Returns the texts in the order of `texts`. Rejects like `SanitiseThread.run`, and never returns a text that was
   * not sanitised.
   */
  makeSafe(texts: readonly string[], rules: RewriteRules, options?: SafeOptions): Promise<SafeText[]>;
  /** Ends the thread for long texts once no caller waits for it. */
  rest(): Promise<void>;
}

interface SafeOptions {
  /** Fires when no caller waits any longer. */
  signal?: GiveUpSignal | undefined;
  /** True if only the beginning is needed of a text that is longer than a page shows. */
  asShown?: boolean;
}

/** Sanitised rich text, with its long inline images extracted. */
export type SafeText = ExtractedImages;

export interface RichTextsOptions {
  thread?: SanitiseThread;
  /** Maximum size of the cache, in bytes. */
  memoBytes?: number;
  /** Markup of one answer that is parsed immediately, in characters: 5 to 10 ms. The rest is parsed in the thread. */
  atOnce?: number;
}

/** Longer texts are never treated as plain: a long text has headings. */
const plainLength = 16 * KIB;
/** How long a text that took too long is shown without markup before it is tried again, in milliseconds. */
const cutMs = 600_000;

/**
 * Caches sanitised text by its markup and the rules, up to a limit, without its inline images. A text is therefore
 * parsed once and not for each reader, and not again when only an image in it has changed.
 */
export function createRichTexts({
  thread = createSanitiseThread(),
  memoBytes = 16 * MIB,
  atOnce = 16 * KIB,
}: RichTextsOptions = {}): RichTexts {
  const memo = new LRUCache<string, string>({
    maxSize: memoBytes,
    // At most two bytes per character, and the overhead of an entry.
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
    // The parser is large, and many servers never need it here.
    const { sanitiseMarkup } = await import('../../rich-text/sanitise-html.ts');
    const safe = sanitiseMarkup(html, (address) => rewriteMediaAddress(address, rules));
    memo.set(key, safe);
    return safe;
  }

  /** Texts that are short as received, but longer than a page shows once sanitised. */
  const tooLong = new LRUCache<string, true>({ max: 1_000 });

  /** The text as visitors get it. */
  const shownMarkup: typeof safeMarkup = async (html, rules, ...rest) => {
    // Such a short text can always be shown, however it is sanitised.
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

/** Rendering a page with the whole text would delay other requests, and such a large result is not cached. */
function beginningOf(html: string): string {
  const beginning = html.slice(0, limits.shownBeginning);
  const lastTag = beginning.lastIndexOf('<');
  return `${lastTag > beginning.lastIndexOf('>') ? beginning.slice(0, lastTag) : beginning} …`;
}

/** A page contains a text twice: as markup, and in its state for the scripts, where one character can become six. */
function lengthInPage(html: string): number {
  // At most seven times as long: no need to measure it.
  return 7 * html.length <= limits.shownText ? html.length : html.length + jsonInScript(html).length;
}

/** One per process, since it uses the process's memory. */
export const richTexts = createRichTexts();

/**
 * True for text without markup, or with only paragraphs of words, as in the summaries of lists: the sanitiser would
 * return it unchanged, and is skipped. An entity or a NUL would be rewritten.
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
