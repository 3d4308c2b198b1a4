type Close = () => Promise<void> | void;

/** What closes together, the last first. */
export class Opened {
  readonly #closers: Close[] = [];

  /** Has `close` called at the end, before everything that was added earlier. */
  add(close: Close): void {
    this.#closers.push(close);
  }

  /** Adds a part by its own `close`, and returns it. */
  take<Part extends { close: Close }>(part: Part): Part {
    this.add(part.close);
    return part;
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

/** Opens parts that close together. If `open` fails, the parts that it has added are closed again. */
export async function openTogether<Parts extends object>(
  open: (opened: Opened) => Promise<Parts>,
): Promise<Parts & { close: () => Promise<void> }> {
  const opened = new Opened();
  try {
    const parts = await open(opened);
    return { ...parts, close: () => opened.close() };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
