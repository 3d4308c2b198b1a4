import { isOffline } from './request.ts';

/** Whether somebody tells this tab of changes; where nobody does, it asks from time to time. */
export interface LiveListener {
  /** Something at the desk has changed. */
  onChange(): void;
  onState(isLive: boolean): void;
}

const name = 'studio-live';
/** A stream that has not said hello by then is held back by something in between; milliseconds. */
const helloMs = 10_000;
/** How long to wait before the next try, after one that failed; milliseconds. */
const firstWaitMs = 5_000;
const longestWaitMs = 300_000;

/** What the tab with the stream tells the others, and what they ask. */
type Word = 'changed' | 'up' | 'down' | 'ask';

/**
 * Hears of changes by one stream for all tabs of this browser: the tab that has the lock has the stream, and passes on what it says.
 * When it is closed another one gets the lock. Without locks or channels, or while the stream does not work, each tab is told so.
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
      // The tab has stopped to listen before it got the lock.
    });

  return () => {
    if (isLeader) channel.postMessage('down' satisfies Word);
    stopping.abort();
    channel.close();
  };
}

/**
 * Keeps a stream open, and says whether it works. A browser gives up after an answer that is no stream: then it is tried again later.
 * Offline there is no stream, and a new one is opened when the network is back.
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
      // What was changed while nobody told.
      onChange();
    });
    source.addEventListener('changed', onChange);
    source.onerror = () => {
      if (isOffline()) rest();
      else if (source?.readyState === EventSource.CLOSED) again();
      else {
        // It connects again by itself, and has to say hello again.
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
