import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { KIB, limits, MIB } from '#shared/limits.ts';
import { extractInlineImages } from '../../rich-text/inline-images.ts';
import { type RewriteRules, rewriteMediaAddress } from '../upstream/addresses.ts';
import { createSanitiseThread, type SanitiseThread } from './sanitise-thread.ts';

/** Sanitised rich text from which the long inline images were taken out. */
export type SafeText = ReturnType<typeof extractInlineImages>;

interface RichTextsOptions {
  thread?: SanitiseThread;
  /** Maximum size of the cache, in bytes. */
  memoBytes?: number;
  /**
   * How much markup of one answer is parsed immediately, in characters; this takes 5 to 10 ms. Longer markup is
   * parsed in the thread.
   */
  atOnce?: number;
}

/** Texts longer than this are not tested for being plain: a long text has headings, so the test would fail. */
const plainLength = 16 * KIB;
/**
 * Milliseconds. A text that took too long to parse is shown without markup for this time, and is then tried again.
 */
const cutMs = 600_000;

/**
 * Creates the sanitiser with its cache. The key of a cached text is its markup without the inline images, and the
 * rules. So a text is not parsed again for another reader, nor when only an image in it has changed.
 */
export function createRichTexts({
  thread = createSanitiseThread(),
  memoBytes = 16 * MIB,
  atOnce = 16 * KIB,
}: RichTextsOptions = {}) {
  const memo = new LRUCache<string, string>({
    maxSize: memoBytes,
    // In bytes: at most two for each character, and the overhead of an entry.
    sizeCalculation: (html) => 2 * html.length + 256,
  });

  async function safeMarkup(
    html: string,
    rules: RewriteRules,
    room: { left: number },
    signal?: AbortSignal,
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
    // Loaded on demand, because the parser is large and many servers never need it in this thread.
    const { sanitiseMarkup } = await import('../../rich-text/sanitise-html.ts');
    const safe = sanitiseMarkup(html, (address) => rewriteMediaAddress(address, rules));
    memo.set(key, safe);
    return safe;
  }

  return {
    /**
     * Returns the sanitised texts in the order of `texts`. Rejects like `SanitiseThread.run`; never returns a text that
     * was not sanitised.
     */
    async makeSafe(
      texts: readonly string[],
      rules: RewriteRules,
      {
        signal,
        asShown = false,
      }: {
        /** Fires when no caller is waiting any more. */
        signal?: AbortSignal;
        /** True if only the beginning of a text may be returned when a page could not show the whole text. */
        asShown?: boolean;
      } = {},
    ): Promise<SafeText[]> {
      const room = { left: atOnce };
      return Promise.all(
        texts.map(async (text) => {
          const extracted = extractInlineImages(text);
          const isCut = asShown && extracted.html.length > limits.shownText;
          const html = isCut ? beginningOf(extracted.html) : extracted.html;
          return { ...extracted, html: await safeMarkup(html, rules, room, signal) };
        }),
      );
    },
    /** Ends the thread for long texts as soon as no caller waits for a text. */
    rest: () => thread.rest(),
  };
}

/**
 * Returns the beginning of a text that is too long. Rendering a page with the whole text would delay other requests,
 * and so large a page is not cached.
 */
function beginningOf(html: string): string {
  const beginning = html.slice(0, limits.shownBeginning);
  const lastTag = beginning.lastIndexOf('<');
  return `${lastTag > beginning.lastIndexOf('>') ? beginning.slice(0, lastTag) : beginning} …`;
}

/**
 * True for text without markup, or with only paragraphs of words, as in the summaries of lists. The sanitiser would
 * return such a text unchanged, so it is skipped. Text with an entity or a NUL is not plain, because the sanitiser
 * rewrites both.
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
