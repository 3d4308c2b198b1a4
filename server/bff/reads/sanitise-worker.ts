import { parentPort } from 'node:worker_threads';
import { sanitiseMarkup, textOnly } from '../../rich-text/sanitise-html.ts';
import { type RewriteRules, rewriteMediaAddress } from '../upstream/addresses.ts';

/** A task for the worker thread. */
export interface SanitiseTask {
  /** Rich text without its long inline images. */
  html: string;
  rules: RewriteRules;
  /** True if all tags are removed, because parsing took too long. */
  textOnly: boolean;
}

/** True: the thread is ready for a text. A string: the requested text, sanitised. */
export type FromThread = true | string;

/** The thread that sanitises long texts one after the other; sanitise-thread.ts starts and ends it. */
parentPort?.on('message', ({ html, rules, textOnly: withoutTags }: SanitiseTask) => {
  const safe = withoutTags
    ? textOnly(html)
    : sanitiseMarkup(html, (address) => rewriteMediaAddress(address, rules));
  answer(safe);
});
answer(true);

function answer(message: FromThread): void {
  parentPort?.postMessage(message);
}
