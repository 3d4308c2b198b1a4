/*
 * The only script that a page from the server names: it fetches the others once the page is there to be read. Fetched beside it they
 * took the line from its text, face and pictures. They are needed when somebody presses something, so whoever does is not kept waiting;
 * forms and links work before (docs/product.md §2).
 */

/** What shows that somebody is about to use the page. */
const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin'];

/** How long pictures may keep the scripts waiting, in milliseconds. */
const longestWaitMs = 3_000;

/** A tab in the background paints nothing: it goes on without, after this many milliseconds. */
const unpaintedMs = 200;

const [entry = '', ...others] =
  document.querySelector<HTMLElement>('script[data-scripts]')?.dataset.scripts?.split(' ') ?? [];
let started = false;

function start(): void {
  if (started) return;
  started = true;
  for (const sign of signs) removeEventListener(sign, start, true);
  for (const href of others) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
  const script = document.createElement('script');
  script.type = 'module';
  script.crossOrigin = '';
  script.src = entry;
  document.body.append(script);
}

/** Two frames, since the first one is asked for before what it shows is painted. */
function startWhenPainted(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  setTimeout(start, unpaintedMs);
}

for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
if (document.readyState === 'complete') startWhenPainted();
else addEventListener('load', startWhenPainted);
setTimeout(start, longestWaitMs);

export {};
