/** Something that is being made once, for all who want it. */
interface Flight<Value> {
  readonly done: Promise<Value>;
  /** Waits for it. Rejects with the reason of `signal`; when the last one who waits has left, the making is given up for theirs. */
  wait(signal?: AbortSignal): Promise<Value>;
  /** It is wanted whether or not somebody waits. */
  keepGoing(): void;
}

/** What is being made now, by key. */
export interface Flights<Value> {
  join(key: string): Flight<Value> | undefined;
  begin(key: string, make: (signal: AbortSignal) => Promise<Value>): Flight<Value>;
  /** Nobody joins what is being made now; those who wait go on waiting. */
  detachAll(): void;
}

export function createFlights<Value>(): Flights<Value> {
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
        // Whoever comes now begins anew: this one ends without an answer.
        if (flights.get(key) === flight) flights.delete(key);
        controller.abort(reason);
      };
      const done = make(controller.signal).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
      // Those who wait see its failure; that nobody waits any more is none.
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
