import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isWellFormed, parseUrl, toWellFormed } from '#shared/text-formats.ts';

/*
 * The oldest browsers that the product supports (docs/product.md §25): public pages and forms Chrome 105, Firefox 115
 * and Safari 15.4; the admin area Chrome 114, Firefox 125 and Safari 17. tsc refuses language features beyond ES2022
 * (client/tsconfig `lib`), but it knows no versions of the DOM and does not check packages. So this test searches for
 * each call by name, in our sources and in the build output. Versions are from MDN's compatibility data.
 */

/** The last word of a call is the name that a feature test mentions. */
const newerEverywhere =
  'URL.parse URL.canParse Map.groupBy Object.groupBy Promise.withResolvers Promise.try Array.fromAsync Iterator.from Iterator.concat ' +
  'RegExp.escape Error.isError Math.sumPrecise Uint8Array.fromBase64 Uint8Array.fromHex Intl.DurationFormat Temporal.Now AbortSignal.any ' +
  '.isSubsetOf .isSupersetOf .isDisjointFrom .symmetricDifference .getOrInsert .getOrInsertComputed .toBase64 .toHex .startViewTransition ' +
  '.moveBefore .setHTML .setHTMLUnsafe .parseHTMLUnsafe .requestIdleCallback requestIdleCallback( .requestClose .checkVisibility ' +
  '.caretPositionFromPoint scheduler.yield scheduler.postTask navigation.navigate .commandForElement .showOpenFilePicker .showSaveFilePicker ' +
  '.bytes() ReadableStream.from .documentPictureInPicture CSS.highlights .scrollIntoViewIfNeeded';
/** Calls that the admin area's oldest browsers support. */
const newerThanPublic =
  '.isWellFormed .toWellFormed .toSorted .toReversed .toSpliced .showPopover .hidePopover .togglePopover .popoverTargetElement ToggleEvent ' +
  'AbortSignal.timeout CompressionStream OffscreenCanvas .adoptedStyleSheets CSSStyleSheet .showPicker Intl.Segmenter searchParams.size ' +
  '.userActivation (?<= (?<!';

/** Places where a call is allowed although the oldest browsers lack it, with the reason why it is safe. */
const guarded: Record<string, string> = {
  // Checks first whether a popover is open.
  'client/app/layouts/public/PublicLayout.tsx': '.hidePopover',
  site: '.hidePopover',
  // Draws pictures of the admin area and its editor.
  'client/ui/encode-image.ts': 'OffscreenCanvas',
  admin: 'OffscreenCanvas',
  // Used only if the editor supports it; otherwise a drop goes to the caret. Both Quill and our code check first.
  EditorSurface: '.caretPositionFromPoint',
};
/** PDF.js for older browsers has its own polyfills; a browser that cannot show a CV there can download it. */
const bringTheirOwn = /(^|\/)(CvReader|pdf-worker)/;

function patternOf(call: string) {
  const escaped = call.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `${/^\w/.test(call) ? '(?<![\\w$])' : ''}${escaped}${/\w$/.test(call) ? '(?![\\w$])' : ''}`,
  );
}

/** Returns true if the text checks for the feature. */
function asksFor(text: string, call: string) {
  // Browsers got all popover features together, so a check for one covers all.
  if (/popover|ToggleEvent/i.test(call) && call !== '.showPopover') return asksFor(text, '.showPopover');
  const name = /(\w+)\W*$/.exec(call)?.[1];
  if (!name) return false;
  const told = [
    `typeof [\\w.$?]*\\b${name}\\b`,
    `["'\`]${name}["'\`]\\s*in\\b`,
    `!\\(?[\\w$?]+(\\?|===?null\\|\\|[^;]{1,30})?\\.${name}\\)?\\s*(\\|\\||&&|\\))`,
    `\\.${name}\\s*(\\?\\.|&&|\\?[^.?]|!==?|===)`,
  ];
  return told.some((form) => new RegExp(form).test(text));
}

const newerIn = (place: string, text: string, isAdmin: boolean) =>
  (isAdmin ? newerEverywhere : `${newerEverywhere} ${newerThanPublic}`)
    .split(' ')
    .filter((call) => patternOf(call).test(text) && guarded[place] !== call && !asksFor(text, call))
    .map((call) => `${place}: ${call}`);

it('no call in our sources is newer than the oldest browsers', () => {
  const sources = globSync('{client,shared}/**/*.{ts,tsx}').filter((path) => !path.includes('entry-server'));
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap((path) => {
    const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');
    return newerIn(path, code, /^client\/(admin|editor|app\/layouts\/admin)\//.test(path));
  });
  expect(found).toEqual([]);
});

it('nor in what the build wrote, packages included', () => {
  const manifest: Record<
    string,
    { file: string; name?: string; imports?: string[]; dynamicImports?: string[] }
  > = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8'));
  /** Files that a public page may load: the entry and its screens, with all their imports. */
  const shown = new Set<string>();
  const visit = (key: string) => {
    if (shown.has(key) || /^(admin|editor|app\/layouts\/admin)\//.test(key)) return;
    shown.add(key);
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    for (const next of [...imports, ...dynamicImports]) visit(next);
  };
  visit('index.html');
  expect(shown.size).toBeGreaterThan(20);
  const found = Object.entries(manifest).flatMap(([key, { file, name = file }]) =>
    /\.m?js$/.test(file) && !bringTheirOwn.test(name)
      ? newerIn(name, readFileSync(`dist/client/${file}`, 'utf8'), !shown.has(key))
      : [],
  );
  expect(found).toEqual([]);
});

it.each([
  ['const url = URL.parse(text);', 'x: URL.parse'],
  ['names.toSorted()', 'x: .toSorted'],
  ['element.showPopover();', 'x: .showPopover'],
  ['if (!element?.showPopover) return; element.showPopover();'],
  ['if (typeof URL.canParse === "function") URL.canParse(text);'],
  ["if ('moveBefore' in place) place.moveBefore(element, null);"],
  ['text.split(/(?<=,)/)', 'x: (?<='],
  ['const toSorted = 1;'],
])('%j is told as %j', (code, ...told) => {
  expect(newerIn('x', code, false)).toEqual(told);
});

it('what stands in for newer calls answers as they do', () => {
  for (const text of ['', 'پشاور 🎨', '\ud83c\udfa8', 'a\ud83c', '\udfa8b', '\udfa8\ud83c', 'a\ud83cb\udfa8'])
    expect([isWellFormed(text), toWellFormed(text)]).toEqual([text.isWellFormed(), text.toWellFormed()]);
  for (const [text = '', base] of [
    ['https://studio.example/a?b#c'],
    ['/path', 'https://studio.example'],
    ['not an address'],
    ['//x', 'bad base'],
  ])
    expect(parseUrl(text, base)?.href).toBe(URL.parse(text, base)?.href);
});
