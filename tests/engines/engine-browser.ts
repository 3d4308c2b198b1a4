import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A browser of another engine than Chromium, driven over W3C WebDriver. */
export interface EngineBrowser {
  /** Its name and version, as it gives them. */
  readonly name: string;
  /** Opens an address, and waits until the page and its parts have loaded. */
  open(url: string): Promise<void>;
  /** Runs a function in the page: it sees nothing of the test but its arguments, and gives what JSON can hold. */
  run<Args extends unknown[], Value>(
    work: (...args: Args) => Value | Promise<Value>,
    ...args: Args
  ): Promise<Value>;
  /** Presses the main button of the mouse at a point of the window. */
  press(x: number, y: number): Promise<void>;
  /** Types into what has the focus. `held` is held down meanwhile. */
  type(text: string, held?: string): Promise<void>;
  /** Chooses a file in the only file input that the selector finds. */
  choose(selector: string, path: string): Promise<void>;
  /** The size of the page's window, without the browser's own bars. */
  resize(width: number, height: number): Promise<void>;
  /** A PNG of the window. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Keys that write nothing, by their names in the WebDriver standard (§ 17.4.2, keyboard actions). */
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

/** How long an answer may take. */
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

/** Waits for a line of a program, and gives what the pattern took out of it. */
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
