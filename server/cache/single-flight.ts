/** The calls that are in progress. For each key, new callers can join at most one of them. */
export function createSingleFlight<Value>() {
  const flights = new Map<string, { wait(signal?: AbortSignal): Promise<Value>; keepGoing(): void }>();

  return {
    join: (key: string) => flights.get(key),

    begin(key: string, make: (signal: AbortSignal) => Promise<Value>) {
      const controller = new AbortController();
      let waiting = 0;
      let isWanted = false;
      const forget = () => {
        if (flights.get(key) === flight) flights.delete(key);
      };
      const leave = (reason: unknown) => {
        waiting -= 1;
        if (waiting > 0 || isWanted) return;
        // The aborted call will give no answer, so it is removed and the next caller begins a new one.
        forget();
        controller.abort(reason);
      };
      const done = make(controller.signal).finally(forget);
      // Prevents an unhandled rejection if no caller waits any more. Callers see the failure through their own
      // promise.
      done.catch(() => {});
      const flight = {
        /** Lets the call continue after all callers have left. */
        keepGoing() {
          isWanted = true;
        },
        /**
         * Waits for the result. Rejects with the reason of `signal`. When the last caller has stopped waiting, the call
         * is aborted.
         */
        async wait(signal?: AbortSignal): Promise<Value> {
          waiting += 1;
          return unlessLeft(done, signal, leave);
        },
      };
      flights.set(key, flight);
      return flight;
    },
  };
}

/** Waits for a call, but not after `signal` has fired: then rejects with its reason, and calls `left` with it. */
function unlessLeft<Result>(
  call: Promise<Result>,
  signal: AbortSignal | undefined,
  left: (reason: unknown) => void,
): Promise<Result> {
  if (!signal) return call;
  return new Promise((resolve, reject) => {
    const leave = () => {
      left(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
