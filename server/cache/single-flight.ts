/** A caller's signal, which an AbortSignal fits. */
interface LeaveSignal {
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once: true }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A call shared by several callers. */
interface Flight<Value> {
  readonly done: Promise<Value>;
  /**
   * Waits for the result. Rejects with the reason of `signal`. When the last caller has stopped waiting, the call is
   * aborted.
   */
  wait(signal?: LeaveSignal): Promise<Value>;
  /** Lets the call continue after all callers have left. */
  keepGoing(): void;
}

/** The calls that are in progress. For each key, new callers can join at most one of them. */
interface SingleFlight<Value> {
  join(key: string): Flight<Value> | undefined;
  begin(key: string, make: (signal: AbortSignal) => Promise<Value>): Flight<Value>;
  /** Makes new callers begin new calls. Callers of a call in progress continue to wait for that call. */
  detachAll(): void;
}

export function createSingleFlight<Value>(): SingleFlight<Value> {
  const flights = new Map<string, Flight<Value>>();

  return {
    join: (key) => flights.get(key),

    begin(key, make) {
      const controller = new AbortController();
      let waiting = 0;
      let wanted = false;
      const leave = (reason: unknown) => {
        waiting -= 1;
        if (waiting > 0 || wanted) return;
        // The aborted call will give no answer, so it is removed and the next caller begins a new one.
        if (flights.get(key) === flight) flights.delete(key);
        controller.abort(reason);
      };
      const done = make(controller.signal).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
      // Prevents an unhandled rejection if no caller waits any more. Callers see the failure through their own
      // promise.
      done.catch(() => {});
      const flight: Flight<Value> = {
        done,
        keepGoing() {
          wanted = true;
        },
        async wait(signal) {
          waiting += 1;
          if (!signal) return done;
          const left = Promise.withResolvers<never>();
          const onAbort = () => {
            leave(signal.reason);
            left.reject(signal.reason);
          };
          signal.addEventListener('abort', onAbort, { once: true });
          try {
            return await Promise.race([done, left.promise]);
          } finally {
            signal.removeEventListener('abort', onAbort);
          }
        },
      };
      flights.set(key, flight);
      return flight;
    },

    detachAll: () => flights.clear(),
  };
}
