interface OrderSaverOptions<Order> {
  /** Sends an order; rejects when it was not saved. */
  send: (order: Order) => Promise<unknown>;
  /** The order that the server has now. */
  onSaved: (order: Order) => void;
  /** Nothing of what was asked since the last saved order holds any more. */
  onFailed: (saved: Order, error: unknown) => void;
}

/**
 * Saves orders one after another. Somebody who moves a row five places presses five times: what is asked for while a save
 * runs waits, and only the newest of it is sent. A failure takes back everything since the order that was saved last.
 */
export function createOrderSaver<Order>(first: Order, { send, onSaved, onFailed }: OrderSaverOptions<Order>) {
  let saved = first;
  let waiting: { order: Order } | undefined;
  let running = false;

  async function run(order: Order): Promise<void> {
    running = true;
    try {
      await send(order);
      saved = order;
      if (!waiting) onSaved(order);
    } catch (error) {
      waiting = undefined;
      onFailed(saved, error);
    }
    running = false;
    const next = waiting;
    waiting = undefined;
    if (next) await run(next.order);
  }

  return {
    save(order: Order): void {
      if (running) waiting = { order };
      else void run(order);
    },
  };
}
