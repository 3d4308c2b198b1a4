import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWellFormed, parseUrl, toWellFormed } from '#shared/ponyfills.ts';

/*
 * The oldest browsers that the product supports (docs/product.md §25): public pages and forms Chrome 105, Firefox 115
 * and Safari 15.4; the admin area Chrome 114, Firefox 125 and Safari 17. tsc refuses language features beyond ES2022
 * (client/tsconfig `lib`), but it knows no versions of the DOM and does not check packages. So this test searches for
 * each call by name, in our sources and in the build output. Versions are from MDN's compatibility data.
 */

interface NewerCall {
  /** The call. Its last word is the name that a feature test mentions. */
  call: string;
  /** True if the admin area's oldest browsers support the call. */
  admin?: true;
}

const newerCalls: NewerCall[] = [
  ...['URL.parse', 'URL.canParse', 'Map.groupBy', 'Object.groupBy', 'Promise.withResolvers', 'Promise.try'],
  ...[
    'Array.fromAsync',
    'Iterator.from',
    'Iterator.concat',
    'RegExp.escape',
    'Error.isError',
    'Math.sumPrecise',
  ],
  ...[
    'Uint8Array.fromBase64',
    'Uint8Array.fromHex',
    'Intl.DurationFormat',
    'Temporal.Now',
    'AbortSignal.any',
  ],
  ...['.isSubsetOf', '.isSupersetOf', '.isDisjointFrom', '.symmetricDifference', '.getOrInsert'],
  ...['.getOrInsertComputed', '.toBase64', '.toHex', '.startViewTransition', '.moveBefore', '.setHTML'],
  ...['.setHTMLUnsafe', '.parseHTMLUnsafe', '.requestIdleCallback', 'requestIdleCallback(', '.requestClose'],
  ...[
    '.checkVisibility',
    '.caretPositionFromPoint',
    'scheduler.yield',
    'scheduler.postTask',
    'navigation.navigate',
  ],
  ...['.commandForElement', '.showOpenFilePicker', '.showSaveFilePicker', '.bytes()', 'ReadableStream.from'],
  ...['.documentPictureInPicture', 'CSS.highlights', '.scrollIntoViewIfNeeded'],
]
  .map((call): NewerCall => ({ call }))
  .concat(
    [
      ...[
        '.isWellFormed',
        '.toWellFormed',
        '.toSorted',
        '.toReversed',
        '.toSpliced',
        '.showPopover',
        '.hidePopover',
      ],
      ...[
        '.togglePopover',
        '.popoverTargetElement',
        'ToggleEvent',
        'AbortSignal.timeout',
        'CompressionStream',
      ],
      ...['OffscreenCanvas', '.adoptedStyleSheets', 'new CSSStyleSheet', '.showPicker', 'Intl.Segmenter'],
      ...['searchParams.size', '.userActivation', '(?<=', '(?<!'],
    ].map((call): NewerCall => ({ call, admin: true })),
  );

/** Places where a call is allowed although the oldest browsers lack it, with the reason why it is safe. */
const guarded: Record<string, string[]> = {
  // Checks first whether a popover is open.
  'client/app/layouts/public/Header.tsx': ['.hidePopover'],
  site: ['.hidePopover'],
  // Used only if the editor supports it; otherwise a drop goes to the caret. Both Quill and our code check for the
  // call first.
  EditorSurface: ['.caretPositionFromPoint'],
};

/**
 * The PDF.js build for older browsers contains its own polyfills; a browser that cannot show a CV there can download
 * it.
 */
const bringTheirOwn = /(^|\/)(CvReader|pdf-worker)/;

function patternOf(call: string): RegExp {
  const escaped = call.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(
    `${/^\w/.test(call) ? '(?<![\\w$])' : ''}${escaped}${/\w$/.test(call) ? '(?![\\w$])' : ''}`,
  );
}

/** Returns true if the text checks for the feature. */
function asksFor(text: string, call: string): boolean {
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

function found(place: string, text: string, isAdmin: boolean): string[] {
  return newerCalls
    .filter(({ call, admin }) => !(isAdmin && admin) && patternOf(call).test(text))
    .filter(({ call }) => !guarded[place]?.includes(call) && !asksFor(text, call))
    .map(({ call }) => `${place}: ${call}`);
}

const root = join(import.meta.dirname, '../../..');

describe('no call is newer than the oldest browsers that we are made for', () => {
  const sources = ['client', 'shared'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('entry-server'))
      .map((path) => `${folder}/${path}`),
  );

  it('in our sources', () => {
    expect(sources.length).toBeGreaterThan(300);
    expect(
      sources.flatMap((path) => {
        const code = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '');
        return found(path, code, /^client\/(admin|editor|app\/layouts\/admin)\//.test(path));
      }),
    ).toEqual([]);
  });

  it('in what the build wrote, packages included', () => {
    const dist = join(root, 'dist/client');
    expect(existsSync(dist), 'npm run build comes before').toBe(true);
    const manifest: Record<
      string,
      { file: string; name?: string; isEntry?: true; imports?: string[]; dynamicImports?: string[] }
    > = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
    const isAdmin = (key: string) => /^(admin|editor|app\/layouts\/admin)\//.test(key);
    /** Files that a public page may load: the entry and its screens, with all their imports. */
    const shown = new Set<string>();
    const visit = (key: string) => {
      if (shown.has(key) || isAdmin(key)) return;
      shown.add(key);
      const chunk = manifest[key];
      for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])]) visit(next);
    };
    visit('index.html');
    expect(shown.size).toBeGreaterThan(20);
    const chunks = Object.entries(manifest).filter(
      ([, { file, name }]) => /\.m?js$/.test(file) && !bringTheirOwn.test(name ?? file),
    );
    expect(
      chunks.flatMap(([key, { file, name = file }]) =>
        found(name, readFileSync(join(dist, file), 'utf8'), !shown.has(key)),
      ),
    ).toEqual([]);
  });

  it.each([
    ['const url = URL.parse(text);', ['x: URL.parse']],
    ['names.toSorted()', ['x: .toSorted']],
    ['element.showPopover();', ['x: .showPopover']],
    ['if (!element?.showPopover) return; element.showPopover();', []],
    ['if (typeof URL.canParse === "function") URL.canParse(text);', []],
    ["if ('moveBefore' in place) place.moveBefore(element, null);", []],
    ['text.split(/(?<=,)/)', ['x: (?<=']],
    ['const toSorted = 1;', []],
  ])('%j is told as %j', (code, told) => {
    expect(found('x', code, false)).toEqual(told);
  });
});

describe('what stands in for them', () => {
  const texts = [
    '',
    'plain',
    'پشاور 🎨',
    '\ud83c\udfa8',
    'a\ud83c',
    '\udfa8b',
    '\udfa8\ud83c',
    'a\ud83cb\udfa8',
  ];
  it.each(texts)('says of %j whether it is well formed, and makes it so, as newer browsers do', (text) => {
    expect(isWellFormed(text)).toBe(text.isWellFormed());
    expect(toWellFormed(text)).toBe(text.toWellFormed());
  });

  it.each([
    ['https://studio.example/a?b#c'],
    ['/path', 'https://studio.example'],
    ['not an address'],
    [''],
    ['//x', 'bad base'],
  ])('reads the address %j as newer browsers do', (text, base?: string) => {
    expect(parseUrl(text, base)?.href).toBe(URL.parse(text, base)?.href);
  });
});
