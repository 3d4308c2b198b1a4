import { readFileSync } from 'node:fs';

/** A whole answer, held in memory. */
export interface Answer {
  headers: Record<string, string>;
  body: Buffer;
}

/** As the bench writes them to a file. */
export type StoredAnswers = Record<string, { headers: Record<string, string>; body: string }>;

/** Reads the answers that the product gave, by address: `node constant.ts FILE`. */
export function readAnswers(file = ''): Map<string, Answer> {
  const stored: StoredAnswers = file ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return new Map(
    Object.entries(stored).map(([path, { headers, body }]) => [
      path,
      { headers, body: Buffer.from(body, 'base64') },
    ]),
  );
}
