type Close = () => Promise<void> | void;

/** Collects the `close` functions of parts that are closed together: the part that was added last is closed first. */
export class Opened {
  readonly #closers: Close[] = [];

  /** Registers a `close` function. It will be called before those that were registered earlier. */
  add(close: Close) {
    this.#closers.push(close);
  }

  /** Registers a part's own `close`, and returns the part. */
  take<Part extends { close: Close }>(part: Part) {
    this.add(part.close);
    return part;
  }

  async close() {
    for (const close of this.#closers.splice(0).reverse()) await close();
  }
}

/** Opens parts that are closed together. If `open` fails, the parts that were registered by then are closed again. */
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
