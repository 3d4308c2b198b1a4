import { createHash } from 'node:crypto';
import type { Row } from './side.ts';

const modulus = 2n ** 256n;

/**
 * Hash of many rows that does not depend on their order: the sum of the SHA-256 of each row, so that a row that
 * occurs twice is counted twice. A row is hashed as the list of its values in the order of the columns, each with its
 * type and length; numbers are written as in JavaScript.
 */
export class RowsHash {
  #sum = 0n;
  #count = 0;

  add(row: Row): void {
    const hash = createHash('sha256');
    for (const value of row) {
      if (value === null) hash.update('n');
      else if (typeof value === 'number') hash.update(`d${value};`);
      else if (typeof value === 'string') hash.update(`t${Buffer.byteLength(value)};`).update(value);
      else hash.update(`b${value.length};`).update(value);
    }
    this.#sum = (this.#sum + BigInt(`0x${hash.digest('hex')}`)) % modulus;
    this.#count += 1;
  }

  get count(): number {
    return this.#count;
  }

  get text(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }
}
