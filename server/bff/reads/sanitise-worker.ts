import { parentPort } from 'node:worker_threads';
import { sanitiseMarkup, textOnly } from '../../rich-text/sanitise-html.ts';
import { type RewriteRules, rewriteMediaAddress } from '../upstream/addresses.ts';

/** A task for the worker thread. */
export interface SanitiseTask {
  /** Rich text from which the long inline images were taken out. */
  html: string;
  rules: RewriteRules;
  /** True if only the words are wanted, because parsing took too long. */
  textOnly: boolean;
}

/** Runs in the thread and sanitises long texts one after the other; sanitise-thread.ts starts and ends the thread. */
parentPort?.on('message', ({ html, rules, textOnly: withoutTags }: SanitiseTask) => {
  const safe = withoutTags
    ? textOnly(html)
    : sanitiseMarkup(html, (address) => rewriteMediaAddress(address, rules));
  parentPort?.postMessage(safe);
});
// The thread is ready for a text.
parentPort?.postMessage(true);
