/*
 * The only script that a server-rendered page links to. It loads the other scripts once the page is readable, because
 * otherwise they would take bandwidth from the page's text, fonts and pictures. The first event that shows that a
 * person is about to act loads the scripts at once. Forms and links work without scripts (docs/product.md §2).
 */

/** Events that show that a person is about to use the page. */
const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin'];

/** Milliseconds. The scripts wait for pictures at most this long. */
const longestWaitMs = 3_000;

/** Milliseconds. If nothing was painted after this time, as in a background tab, the scripts start nevertheless. */
const unpaintedMs = 200;

/** The scripts of the page, each after those that it imports. */
const scripts =
  document.querySelector<HTMLElement>('script[data-scripts]')?.dataset.scripts?.split(' ') ?? [];
let started = false;

function start() {
  if (started) return;
  started = true;
  for (const sign of signs) removeEventListener(sign, start, true);
  for (const src of scripts) {
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    // Runs the scripts in their order, each in a task of its own: as imports of the last one, all would run in a single
    // task, in which the page answers nothing.
    script.async = false;
    script.src = src;
    document.body.append(script);
  }
}

/**
 * Starts the scripts after two frames, because the callback of the first frame runs before its content is painted.
 */
function startWhenPainted() {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)));
  setTimeout(start, unpaintedMs);
}

/** The control that a visitor has pressed before the scripts were running. It is pressed again once they are. */
let pressed: HTMLElement | null = null;

function remember({ target }: Event) {
  const control = 'button[type="button"]:not([popovertarget]), [data-pressed-later]';
  pressed = target instanceof Element ? target.closest(control) : null;
}

addEventListener('click', remember, true);
// Sent by main.tsx. A module for its name would be one more script.
addEventListener('hydrated', () => {
  removeEventListener('click', remember, true);
  pressed?.click();
});

for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
if (document.readyState === 'complete') startWhenPainted();
else addEventListener('load', startWhenPainted);
setTimeout(start, longestWaitMs);

export {};
