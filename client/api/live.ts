import { isOffline } from './request.ts';

/** Listens for changes and for the state of the live stream. While the stream is down, the tab polls. */
export interface LiveListener {
  /** A record of the admin area has changed. */
  onChange(): void;
  onState(isLive: boolean): void;
}

const name = 'studio-live';
/** A stream without a hello after this time is blocked by a proxy in between; milliseconds. */
const helloMs = 10_000;
/** Wait before the next attempt after a failed one; milliseconds. */
const firstWaitMs = 5_000;
const longestWaitMs = 300_000;

/** Messages between the tab with the stream and the other tabs. */
type Word = 'changed' | 'up' | 'down' | 'ask';

/**
 * Follows changes over one stream for all tabs of this browser: the tab that holds the lock opens the stream and
 * passes its events on. When that tab is closed another one gets the lock. `onState` reports whether the stream
 * works; it is never called in browsers without locks or channels.
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
      // The tab has stopped listening before it got the lock.
    });

  return () => {
    if (isLeader) channel.postMessage('down' satisfies Word);
    stopping.abort();
    channel.close();
  };
}

/**
 * Keeps a stream open, and reports whether it works. A browser gives up after an answer that is no stream, so this
 * function tries again later. Offline there is no stream; a new one is opened when the network is back.
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
      // Changes may have happened while no stream was open.
      onChange();
    });
    source.addEventListener('changed', onChange);
    source.onerror = () => {
      if (isOffline()) rest();
      else if (source?.readyState === EventSource.CLOSED) again();
      else {
        // The browser reconnects automatically; the stream counts as down until the next hello.
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
