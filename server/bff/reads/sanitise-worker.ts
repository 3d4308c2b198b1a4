import { parentPort } from 'node:worker_threads';
import { sanitiseMarkup, textOnly } from '../../rich-text/sanitise-html.ts';
import { type RewriteRules, rewriteMediaAddress } from '../upstream/addresses.ts';

/** What the worker thread is asked for. */
export interface SanitiseTask {
  /** Rich text whose long inline images were taken out. */
  html: string;
  rules: RewriteRules;
  /** No tag is wanted any more: parsing took too long. */
  textOnly: boolean;
}

/** True: it is ready for a text. A string: the text that was asked for, safe. */
export type FromThread = true | string;

/** The thread in which long texts are made safe, one after the other; sanitise-thread.ts starts and ends it. */
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
