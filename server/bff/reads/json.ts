/** A JSON value and its bytes; each is made of the other when it is first needed. */
export class Json {
  #value: unknown;
  #bytes: Buffer | undefined;

  constructor(value: unknown, bytes?: Buffer) {
    this.#value = value;
    this.#bytes = bytes;
  }

  get value(): unknown {
    if (this.#value === undefined) this.#value = JSON.parse(String(this.#bytes));
    return this.#value;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(JSON.stringify(this.#value));
    return this.#bytes;
  }
}
