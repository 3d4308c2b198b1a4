import type { Actor } from './actors.ts';
import { type FormAnswer, formOf, sendForm, type VisitorForm } from './forms.ts';
import type { Product } from './product.ts';
import { oneOf } from './seeded.ts';
import type { Gap, Tally } from './tally.ts';

/** A page, and the text that it shows when it has its content. */
export interface Page {
  path: string;
  words: RegExp[];
}

interface Counted {
  product: Product;
  tally: Tally;
}

/**
 * An actor that reads pages. A page with another status than 200, or without its text, counts as bad; `gap` measures
 * the time between good pages.
 */
export function pageVisitor({ product, tally }: Counted, pages: readonly Page[], gap: Gap): Actor {
  return {
    kind: 'pages',
    everyMs: 20,
    async act(random) {
      const { path, words } = oneOf(random, pages);
      const answer = await fetch(product.url + path, { headers: { accept: 'text/html' } });
      const html = await answer.text();
      const isWhole = answer.status === 200 && words.every((word) => word.test(html));
      if (isWhole) gap.mark();
      const problem = answer.status === 200 ? 'without its content' : `with ${answer.status}`;
      tally.count('pages', answer.status, isWhole ? undefined : `${path} ${problem}`);
    },
  };
}

/**
 * An actor that fetches what is the same for every visitor: reads, images, files of the build. Only 200 and 304 are
 * good.
 */
export function fetcher({ product, tally }: Counted, kind: string, paths: readonly string[]): Actor {
  return {
    kind,
    everyMs: 30,
    async act(random) {
      const path = oneOf(random, paths);
      const answer = await fetch(product.url + path);
      await answer.arrayBuffer();
      tally.count(kind, answer.status, answer.status === 200 ? undefined : `${path} with ${answer.status}`);
    },
  };
}

/** The forms that were sent, by email. */
export type SentForms = Map<string, { form: VisitorForm; answer: FormAnswer | undefined }>;

/** An actor that sends forms, each as a different visitor. */
export function formSender({ product, tally }: Counted, token: string, sent: SentForms): Actor {
  return {
    kind: 'forms',
    everyMs: 60,
    async act() {
      const form = formOf(sent.size + 1, token);
      sent.set(form.email, { form, answer: undefined });
      const answer = await sendForm(product.url, form);
      const isTaken = answer.status === 200 || answer.status === 202;
      if (isTaken) sent.set(form.email, { form, answer });
      tally.count('forms', answer.status, isTaken ? undefined : `a form with ${answer.status}`);
    },
  };
}

/** Returns the build files and pictures that a page names. */
export async function filesOfPage(url: string, path: string): Promise<{ files: string[]; images: string[] }> {
  const html = await (await fetch(url + path)).text();
  const all = (pattern: RegExp) => [...new Set(html.match(pattern))];
  return {
    files: all(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g),
    images: all(/\/img\/\d+\/[\w./-]+/g),
  };
}
