import { readFileSync } from 'node:fs';

/** A complete answer in memory. */
export interface Answer {
  headers: Record<string, string>;
  body: Buffer;
}

/** Answers in the form in which the bench writes them to a file. */
export type StoredAnswers = Record<string, { headers: Record<string, string>; body: string }>;

/** Reads the product's answers by address: `node constant.ts FILE`. */
export function readAnswers(file = ''): Map<string, Answer> {
  const stored: StoredAnswers = file ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return new Map(
    Object.entries(stored).map(([path, { headers, body }]) => [
      path,
      { headers, body: Buffer.from(body, 'base64') },
    ]),
  );
}
