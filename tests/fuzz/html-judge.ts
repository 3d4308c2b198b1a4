import type { BrowserContext } from 'playwright-core';
import { htmlPolicy } from '#shared/html-policy.ts';
import { readableHtml } from '../../client/ui/rich-text/readable-html.ts';
import { sanitiseHtml } from '../../server/rich-text/sanitise-html.ts';
import { chanceOf } from './chance.ts';
import { htmlPayload } from './kinds/html.ts';

/** One text as it is sent to a page. */
export interface ShownText {
  number: number;
  shown: string;
}

/**
 * Returns the text of a case as a page shows it: after the sanitiser of every public read, and as `RichText` writes
 * it.
 */
export function shownText(seed: number, number: number): ShownText {
  const markup = htmlPayload(chanceOf(seed, 'html', number));
  return { number, shown: readableHtml(sanitiseHtml(markup, (address) => address)) };
}

/** A page without CSP that records every payload that runs. */
export interface CanaryPage {
  /**
   * Puts the texts into a page in both ways, waits until the page is idle, and returns a sentence for each problem.
   */
  judge(texts: readonly ShownText[]): Promise<string[]>;
  close(): Promise<void>;
}

const site = 'http://canary.localhost';

/** Opens the page in this context, whose routes answer every address. Closing the page closes the context. */
export async function openCanary(context: BrowserContext): Promise<CanaryPage> {
  const heard: string[] = [];
  let served = '';
  await context.addInitScript(listen);
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (url === `${site}/`) return route.fulfill({ contentType: 'text/html; charset=utf-8', body: served });
    // The page may request pictures of its own origin, and videos, and nothing else.
    const isOurs = url.startsWith(`${site}/`) && !/^\/+api(\/|$)/i.test(new URL(url).pathname);
    const isVideo = /^https:\/\/(www\.youtube(-nocookie)?|player\.vimeo)\.com\//.test(url);
    if (!isOurs && !isVideo) heard.push(`asked for ${url}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url() !== `${site}/`) heard.push(`went to ${frame.url()}`);
  });
  page.on('popup', (popup) => void heard.push(`opened ${popup.url()}`));
  return {
    async judge(texts) {
      served = documentOf(texts);
      await page.goto(`${site}/`);
      const byParser = await page.evaluate(inspect, { policy, texts, way: 'parser' as const });
      const byScript = await page.evaluate(inspect, { policy, texts, way: 'script' as const });
      return [...byParser, ...byScript, ...heard.splice(0)];
    },
    close: () => context.close(),
  };
}

/** Returns the document as the server sends it: the browser parses the texts with it. */
function documentOf(texts: readonly ShownText[]): string {
  const parts = texts
    .map(({ number, shown }) => `<div class="case" title="${number}">${shown}</div>`)
    .join('');
  return `<!doctype html><html lang="en"><body><div id="root"><main>${parts}</main></div><script type="application/json" id="page-data">{}</script></body></html>`;
}

/** Runs before the document's own content, so that no element can replace the functions that a payload would call. */
function listen(): void {
  const heard: string[] = [];
  const hear = (what: string) => () => void heard.push(what);
  const names = ['canary', 'alert', 'confirm', 'prompt', 'print'];
  for (const [name, value] of [
    ['heard', heard] as const,
    ...names.map((each) => [each, hear(each)] as const),
  ])
    Object.defineProperty(globalThis, name, { value, writable: false });
}

const policy = {
  tags: [...htmlPolicy.tags] as string[],
  attributes: [
    ...new Set(Object.values(htmlPolicy.attributes).flat()),
    ...[
      'class',
      'style',
      'loading',
      'decoding',
      'referrerpolicy',
      'sandbox',
      'data-script',
      'data-embed',
      'role',
      'bdi',
    ],
  ],
  // `readableHtml` puts the title of a video in a `bdi` element.
  added: ['bdi'],
  schemes: htmlPolicy.linkSchemes.map((scheme) => `${scheme}:`),
  styles: Object.keys(htmlPolicy.styles),
};

interface Inspection {
  policy: typeof policy;
  texts: readonly ShownText[];
  /**
   * `parser`: the result of the browser's document parser. `script`: the same texts through innerHTML, as React
   * writes them, twice in a row.
   */
  way: 'parser' | 'script';
}

/** Runs in the page and may not use anything from outside itself. */
async function inspect({ policy, texts, way }: Inspection): Promise<string[]> {
  const { heard } = globalThis as unknown as { heard: string[] };
  const found: string[] = [];
  const main = document.querySelector('main') as HTMLElement;
  if (way === 'script') {
    main.replaceChildren();
    for (const { number, shown } of texts) {
      const place = document.createElement('div');
      place.className = 'case';
      place.title = String(number);
      main.append(place);
      place.innerHTML = shown;
      // Markup that changes its meaning when it is written out and read again.
      // biome-ignore lint/correctness/noSelfAssign: the browser writes it out in between
      place.innerHTML = place.innerHTML;
    }
  }
  const pictures = [...document.images].filter((picture) => !picture.complete && picture.loading !== 'lazy');
  await Promise.all(
    pictures.map(
      (each) =>
        new Promise((done) => {
          each.addEventListener('load', done);
          each.addEventListener('error', done);
        }),
    ),
  );
  for (const frames of [1, 2]) await new Promise((done) => requestAnimationFrame(() => done(frames)));
  for (const what of heard.splice(0)) found.push(`fired: ${what}`);

  const places = [...main.children];
  const isApart =
    places.length === texts.length &&
    places.every(
      (place, at) => place.className === 'case' && (place as HTMLElement).title === String(texts[at]?.number),
    );
  if (!isApart) {
    const first = places.findIndex(
      (place, at) => place.className !== 'case' || (place as HTMLElement).title !== String(texts[at]?.number),
    );
    found.push(`case ${texts[Math.max(0, first - 1)]?.number} (${way}): leaves its place`);
  }
  for (const place of places) {
    const say = (what: string) => found.push(`case ${(place as HTMLElement).title} (${way}): ${what}`);
    for (const element of place.querySelectorAll('*')) {
      const tag = element.tagName.toLowerCase();
      if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml') say(`<${tag}> of another namespace`);
      if (!policy.tags.includes(tag) && !policy.added.includes(tag)) say(`<${tag}>`);
      for (const { name, value } of element.attributes) {
        if (!policy.attributes.includes(name)) say(`${name} on <${tag}>`);
        if (
          name === 'class' &&
          !/^(ql-[\w-]+( |$))*$/.test(value) &&
          !element.hasAttribute('data-embed') &&
          tag !== 'span'
        )
          say(`class ${value}`);
      }
      for (const property of (element as HTMLElement).style)
        if (!policy.styles.includes(property)) say(`style ${property}`);
      if (
        element instanceof HTMLAnchorElement &&
        element.hasAttribute('href') &&
        !policy.schemes.includes(element.protocol)
      )
        say(`link to ${element.href}`);
      if (element instanceof HTMLImageElement) {
        const { protocol, origin, pathname } = new URL(element.src || '/', location.href);
        if (protocol !== 'data:' && origin !== location.origin) say(`image of ${element.src}`);
        if (protocol === 'data:' && !/^data:image\/(png|jpe?g|gif|webp|avif);base64,/i.test(element.src))
          say(`image of ${element.src.slice(0, 60)}`);
        if (protocol !== 'data:' && /^\/+api(\/|$)/i.test(decodeURIComponent(pathname)))
          say(`image of ${element.src}`);
      }
      if (element instanceof HTMLIFrameElement) say(`a frame of ${element.src} before anybody pressed`);
    }
  }
  const isWhole =
    document.getElementById('root')?.tagName === 'DIV' &&
    document.querySelectorAll('[id],[name]').length === 2 &&
    document.forms.length === 0;
  if (!isWhole) found.push(`the page's own names are taken (${way})`);
  return found;
}
