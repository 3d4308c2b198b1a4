import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A browser with another engine than Chromium's, driven over W3C WebDriver. */
export interface EngineBrowser {
  /** Name and version, as the browser reports them. */
  readonly name: string;
  /** Opens an address, and waits until the page and its resources have loaded. */
  open(url: string): Promise<void>;
  /** Runs a function in the page: it can use only its arguments, and returns what JSON can hold. */
  run<Args extends unknown[], Value>(
    work: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value>;
  /** Presses the main mouse button at a point of the window. */
  press(x: number, y: number): Promise<void>;
  /** Types into the focused element while holding down `held`. */
  type(text: string, held?: string): Promise<void>;
  /** Chooses a file in the only file input that matches the selector. */
  choose(selector: string, path: string): Promise<void>;
  /** Sets the size of the page's viewport, without the browser's own bars. */
  resize(width: number, height: number): Promise<void>;
  /** Returns a PNG of the viewport. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Keys that produce no text, by their names in the WebDriver standard (§ 17.4.2, keyboard actions). */
export const keys = {
  enter: '\uE007',
  escape: '\uE00C',
  end: '\uE010',
  home: '\uE011',
  left: '\uE012',
  right: '\uE014',
  tab: '\uE004',
  backspace: '\uE003',
  control: '\uE009',
} as const;

/** Timeout of an answer, in milliseconds. */
export const patienceMs = 30_000;

export function onPath(command: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, command))
    .find((path) => existsSync(path));
}

export function pressAt(x: number, y: number): object[] {
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ];
}

export function strokes(text: string, held?: string): object[] {
  const key = (type: 'keyDown' | 'keyUp', value: string) => ({ type, value });
  const typed = [...text].flatMap((sign) => [key('keyDown', sign), key('keyUp', sign)]);
  const actions = held ? [key('keyDown', held), ...typed, key('keyUp', held)] : typed;
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** Waits for a matching line of a program's output, and returns the matched group. */
export function said(process: ChildProcess, pattern: RegExp): Promise<string> {
  let text = '';
  const line = new Promise<string>((resolve, reject) => {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        const found = pattern.exec(text)?.[1];
        if (found) resolve(found);
      });
    }
    process.once('error', reject);
    process.once('exit', (code) => reject(new Error(`${process.spawnfile} ended (${code}): ${text}`)));
  });
  return within(`the start of ${process.spawnfile}`, line);
}

export async function within<Value>(what: string, work: Promise<Value>): Promise<Value> {
  const late = new AbortController();
  try {
    return await Promise.race([
      work,
      pause(patienceMs, undefined, { signal: late.signal }).then(() => {
        throw new Error(`${what} took longer than ${patienceMs} ms.`);
      }),
    ]);
  } finally {
    late.abort();
  }
}

export async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => process.once('exit', () => resolve()));
  process.kill('SIGTERM');
  const killed = setTimeout(() => process.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(killed);
}
