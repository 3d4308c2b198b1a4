import { hash } from 'node:crypto';
import { renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { MIB } from '#shared/limits.ts';
import type { PreparedAnswer } from './prepared-answer.ts';

/** What is kept of an answer besides its body. */
export interface Line {
  shelf: string;
  key: string;
  headers: PreparedAnswer['headers'];
  etag: string;
  row?: string;
  bytes: number;
  /** The name of the file with its body. */
  file: string;
  /** When its data was read, in milliseconds since 1970. */
  readAt: number;
  /** Milliseconds since 1970; null for no end. */
  endsAt: number | null;
}

/** A few hundred bytes an answer; a longer file is none of ours. */
const longest = 8 * MIB;
const sumLength = 43;
/** The name of a file with a body. Whatever else an index says is read from nowhere and removed from nowhere. */
export const answerFile = /^answer-[\w-]{27}$/;
/** Clocks are set by seconds all the time. What comes from a later time than that was written by another clock, and has no age. */
const skewMs = 5 * 60_000;

/** The whole text of an index. A power cut may leave half of a file: its sum stands at its head. */
export function indexOf(madeOf: string, answers: readonly Line[]): string {
  const text = JSON.stringify({ madeOf, answers });
  return sumOf(text) + text;
}

/** The answers of an index file; none when it is not whole, made of something else, or from another time. */
export async function readIndex(file: string, madeOf: string, today: number): Promise<Line[]> {
  try {
    const whole = await readFile(file, 'utf8');
    const text = whole.slice(sumLength);
    if (whole.length > longest || sumOf(text) !== whole.slice(0, sumLength)) return [];
    const index = JSON.parse(text) as { madeOf: string; answers: Line[] };
    if (index.madeOf !== madeOf || !index.answers.every(({ file }) => answerFile.test(file))) return [];
    // The clock was set back since: nobody knows how old anything here is.
    return index.answers.some(({ readAt }) => readAt > today + skewMs) ? [] : index.answers;
  } catch {
    return [];
  }
}

function sumOf(text: string): string {
  return hash('sha256', text, 'base64url');
}

/** At once, since what comes next relies on it; it is a name in a folder that goes. */
export function removeNow(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // A read-only disk: nothing was written there either since it became one.
  }
}

export function moveNow(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // There is none, or nothing can be moved on a read-only disk.
  }
}
