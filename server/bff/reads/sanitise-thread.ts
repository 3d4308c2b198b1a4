import { Worker } from 'node:worker_threads';
import { MIB } from '#shared/limits.ts';
import { AppError } from '../../errors.ts';
import type { GiveUpSignal } from '../upstream/upstream.ts';
import type { FromThread, SanitiseTask } from './sanitise-worker.ts';

/** Makes long texts safe in a thread of its own, so that nobody else waits for them. */
export interface SanitiseThread {
  /**
   * The safe text. Tasks with the same key are one. Rejects with AppError: 503 `answer.busy` when too many wait, 499 when
   * `signal` fires, 500 when the thread was lost twice over this text.
   */
  run(key: string, task: Pick<SanitiseTask, 'html' | 'rules'>, signal?: GiveUpSignal): Promise<SafeMarkup>;
  /** Ends the thread as soon as nobody waits for it; the next task starts another. */
  rest(): Promise<void>;
}

interface SafeMarkup {
  html: string;
  /** Parsing took too long, so that only the words are left. */
  cut: boolean;
}

export interface SanitiseThreadOptions {
  /** The module that runs in the thread; tests have one that fails. */
  file?: URL;
  /** Milliseconds after which a text has only its words shown: a text of the largest size takes most of it. */
  taskMs?: number;
  /** Milliseconds without work after which the thread is ended, and its memory given back. */
  idleMs?: number;
  /** Tasks that may wait, and how many characters they may have together. */
  maxWaiting?: number;
  maxWaitingLength?: number;
}

interface Task {
  key: string;
  sent: SanitiseTask;
  /** How many wait for it. */
  readers: number;
  /** How often the thread was lost while it was at it. */
  losses: number;
  result: PromiseWithResolvers<SafeMarkup>;
}

/**
 * One thread, started with the first task. A task whose readers have all left does not begin; one that has begun goes on, since
 * what it makes is kept for the next reader.
 */
export function createSanitiseThread({
  file = new URL('sanitise-worker.ts', import.meta.url),
  taskMs = 15_000,
  idleMs = 30_000,
  maxWaiting = 50,
  maxWaitingLength = 64 * MIB,
}: SanitiseThreadOptions = {}): SanitiseThread {
  const waiting = new Map<string, Task>();
  let running: Task | undefined;
  let thread: Worker | undefined;
  let isReady = false;
  let clock: NodeJS.Timeout | undefined;
  let mayRest = false;

  function begin(): void {
    const [task] = running ? [] : waiting.values();
    if (!task) {
      if (!running) rest(mayRest ? 0 : idleMs);
      return;
    }
    waiting.delete(task.key);
    running = task;
    clearTimeout(clock);
    if (!thread) startThread();
    else if (isReady) send(task);
  }

  /** The time that the thread takes to start is not the text's. */
  function send(task: Task): void {
    setClock(taskMs, () => overdue(task));
    thread?.postMessage(task.sent);
  }

  function startThread(): void {
    // A text that needs more memory than this ends the thread, and not the process.
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 768 } });
    thread = started;
    isReady = false;
    started.unref();
    started.on('message', (message: FromThread) => {
      if (started !== thread) return;
      if (message === true) isReady = true;
      if (!running) return;
      if (message === true) send(running);
      else settle(running, (task) => task.result.resolve({ html: message, cut: task.sent.textOnly }));
    });
    let reason: unknown;
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      if (started === thread) lost(reason);
    });
  }

  function lost(reason: unknown): void {
    thread = undefined;
    if (!running) return;
    const task = running;
    task.losses += 1;
    if (task.losses > 1) settle(task, () => task.result.reject(failure(reason)));
    else again(task);
  }

  function overdue(task: Task): void {
    void endThread();
    if (task.sent.textOnly) {
      settle(task, () => task.result.reject(failure(new Error('not even its words in time'))));
    } else {
      task.sent = { ...task.sent, textOnly: true };
      again(task);
    }
  }

  /** Before all others, which have waited for it so far. */
  function again(task: Task): void {
    running = undefined;
    const others = [...waiting];
    waiting.clear();
    for (const [key, each] of [[task.key, task] as const, ...others]) waiting.set(key, each);
    begin();
  }

  function settle(task: Task, answer: (task: Task) => void): void {
    running = undefined;
    answer(task);
    begin();
  }

  function rest(afterMs: number): void {
    if (thread) setClock(afterMs, () => void endThread());
    else clearTimeout(clock);
  }

  async function endThread(): Promise<void> {
    clearTimeout(clock);
    mayRest = false;
    const ended = thread;
    thread = undefined;
    await ended?.terminate();
  }

  function setClock(ms: number, act: () => void): void {
    clearTimeout(clock);
    clock = setTimeout(act, ms);
    clock.unref();
  }

  function taskFor(key: string, { html, rules }: Pick<SanitiseTask, 'html' | 'rules'>): Task {
    const known = running?.key === key ? running : waiting.get(key);
    if (known) return known;
    const length = [...waiting.values()].reduce((sum, { sent }) => sum + sent.html.length, 0);
    if (waiting.size >= maxWaiting || (waiting.size > 0 && length + html.length > maxWaitingLength)) {
      throw new AppError('answer.busy', 503, { headers: { 'Retry-After': '10' } });
    }
    const sent = { html, rules, textOnly: false };
    const task = { key, sent, readers: 0, losses: 0, result: Promise.withResolvers<SafeMarkup>() };
    // Its readers may all have left by then.
    task.result.promise.catch(() => {});
    waiting.set(key, task);
    return task;
  }

  return {
    async run(key, wanted, signal) {
      if (signal?.aborted) throw left();
      const task = taskFor(key, wanted);
      task.readers += 1;
      const leaves = Promise.withResolvers<never>();
      const leave = () => leaves.reject(left());
      signal?.addEventListener('abort', leave, { once: true });
      begin();
      try {
        return await Promise.race([task.result.promise, leaves.promise]);
      } finally {
        signal?.removeEventListener('abort', leave);
        task.readers -= 1;
        if (task.readers === 0 && waiting.get(key) === task) waiting.delete(key);
      }
    },
    async rest() {
      if (!running && waiting.size === 0) return endThread();
      mayRest = true;
    },
  };
}

function failure(cause: unknown): AppError {
  return new AppError('request.failed', 500, { cause });
}

function left(): AppError {
  return new AppError('request.aborted', 499);
}
