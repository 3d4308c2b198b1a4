import { isOffline } from './request.ts';

/** Receives the changes and the state of the live stream. While the stream is down, the caller has to poll. */
interface LiveListener {
  /** A record of the admin area has changed. */
  onChange(): void;
  onState(isLive: boolean): void;
}

/** Milliseconds between a failed attempt and the next one. Doubles with each failure, up to `longestWaitMs`. */
const firstWaitMs = 5_000;
const longestWaitMs = 300_000;

/**
 * Reports changes from a stream while the tab is visible: a browser opens only six connections to a host over HTTP/1.1,
 * and many tabs may be open. `onState` reports whether the stream works: from its `hello` on, which a proxy may hold
 * back. If an answer is not a stream, the browser does not reconnect, so a new one is opened later. Offline, the stream
 * is closed; a new one is opened when the network is back. Returns a function that stops following.
 */
export function followLive({ onChange, onState }: LiveListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;

  function rest() {
    source?.close();
    clearTimeout(timer);
    onState(false);
  }

  function open() {
    rest();
    if (isOffline() || document.visibilityState !== 'visible') return;
    source = new EventSource('/api/live');
    source.addEventListener('hello', () => {
      waitMs = firstWaitMs;
      onState(true);
      // Changes may have been missed while no stream was open, so a change is reported.
      onChange();
    });
    source.addEventListener('changed', onChange);
    source.onerror = () => {
      onState(false);
      // Unless it has closed the stream, the browser reconnects by itself.
      if (isOffline()) rest();
      else if (source?.readyState === EventSource.CLOSED) {
        timer = setTimeout(open, waitMs);
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
    };
  }

  window.addEventListener('offline', rest);
  window.addEventListener('online', open);
  document.addEventListener('visibilitychange', open);
  open();
  return () => {
    window.removeEventListener('offline', rest);
    window.removeEventListener('online', open);
    document.removeEventListener('visibilitychange', open);
    clearTimeout(timer);
    source?.close();
  };
}
