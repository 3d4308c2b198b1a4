import { isOffline } from './request.ts';

/** Receives the changes and the state of the live stream. While the stream is down, the caller has to poll. */
interface LiveListener {
  /** A record of the admin area has changed. */
  onChange(): void;
  onState(isLive: boolean): void;
}

const name = 'studio-live';
/**
 * Milliseconds. If a stream has sent no `hello` after this time, a proxy probably holds it back. The stream then
 * counts as failed, and a new one is opened later.
 */
const helloMs = 10_000;
/** Milliseconds between a failed attempt and the next one. Doubles with each failure, up to `longestWaitMs`. */
const firstWaitMs = 5_000;
const longestWaitMs = 300_000;

/** Messages between the tab with the stream and the other tabs. */
type Word = 'changed' | 'up' | 'down' | 'ask';

/**
 * Reports changes from a stream that all tabs of this browser share. The tab that holds a lock opens the stream and
 * passes its events to the other tabs. When that tab is closed, another tab gets the lock. `onState` reports whether
 * the stream works; it is never called in browsers without the Web Locks API or BroadcastChannel. Returns a function
 * that stops following.
 */
export function followLive({ onChange, onState }: LiveListener): () => void {
  if (
    !('locks' in navigator) ||
    typeof BroadcastChannel !== 'function' ||
    typeof EventSource !== 'function'
  ) {
    return () => {};
  }
  const stopping = new AbortController();
  const channel = new BroadcastChannel(name);
  let isLeader = false;
  let isUp = false;

  const state = (next: boolean) => {
    isUp = next;
    onState(next);
    if (isLeader) channel.postMessage((next ? 'up' : 'down') satisfies Word);
  };
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data === 'ask') {
      if (isLeader) channel.postMessage((isUp ? 'up' : 'down') satisfies Word);
    } else if (isLeader) return;
    else if (data === 'changed') onChange();
    else onState(data === 'up');
  };
  channel.postMessage('ask' satisfies Word);

  navigator.locks
    .request(name, { signal: stopping.signal }, async () => {
      isLeader = true;
      const close = openStream(() => {
        channel.postMessage('changed' satisfies Word);
        onChange();
      }, state);
      await new Promise<void>((resolve) => {
        if (stopping.signal.aborted) resolve();
        stopping.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      close();
    })
    .catch(() => {
      // The request for the lock was aborted, because this tab stopped following before it got the lock.
    });

  return () => {
    if (isLeader) channel.postMessage('down' satisfies Word);
    stopping.abort();
    channel.close();
  };
}

/**
 * Keeps a stream open, and reports whether it works. If an answer is not a stream, the browser does not reconnect, so
 * this function tries again later. Offline, the stream is closed; a new one is opened when the network is back.
 */
function openStream(onChange: () => void, onState: (isLive: boolean) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = firstWaitMs;

  function rest(): void {
    source?.close();
    clearTimeout(timer);
    onState(false);
  }

  function again(): void {
    rest();
    timer = setTimeout(open, waitMs);
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }

  function open(): void {
    source?.close();
    clearTimeout(timer);
    if (isOffline()) return;
    source = new EventSource('/api/live');
    timer = setTimeout(again, helloMs);
    source.addEventListener('hello', () => {
      clearTimeout(timer);
      waitMs = firstWaitMs;
      onState(true);
      // Changes may have been missed while no stream was open, so a change is reported.
      onChange();
    });
    source.addEventListener('changed', onChange);
    source.onerror = () => {
      if (isOffline()) rest();
      else if (source?.readyState === EventSource.CLOSED) again();
      else {
        // The browser reconnects automatically. The stream counts as down until the server sends `hello` again.
        onState(false);
        clearTimeout(timer);
        timer = setTimeout(again, helloMs);
      }
    };
  }

  window.addEventListener('offline', rest);
  window.addEventListener('online', open);
  open();
  return () => {
    window.removeEventListener('offline', rest);
    window.removeEventListener('online', open);
    clearTimeout(timer);
    source?.close();
  };
}
