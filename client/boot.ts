/*
 * The only script that a server-rendered page names: it loads the other scripts once the page is readable. Loaded in
 * parallel, they would take bandwidth from the page's text, fonts and pictures. They are needed when a person presses
 * something, so the first sign of use loads them at once; forms and links work before (docs/product.md §2).
 */

/** Events that show that a person is about to use the page. */
const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin'];

/** Longest time that the scripts wait for pictures, in milliseconds. */
const longestWaitMs = 3_000;

/** A background tab paints nothing: the scripts start without a paint after this many milliseconds. */
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

/** Waits for two frames, because the callback of the first one runs before its content is painted. */
function startWhenPainted(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  setTimeout(start, unpaintedMs);
}

for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
if (document.readyState === 'complete') startWhenPainted();
else addEventListener('load', startWhenPainted);
setTimeout(start, longestWaitMs);

export {};
