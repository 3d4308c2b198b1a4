import { Worker } from 'node:worker_threads';
import { MIB } from '#shared/limits.ts';
import { AppError } from '../../errors.ts';
import type { GiveUpSignal } from '../upstream/upstream.ts';
import type { FromThread, SanitiseTask } from './sanitise-worker.ts';

/** Sanitises long texts in a thread, so that they do not delay other requests. */
export interface SanitiseThread {
  /**
   * Returns the sanitised text. Callers with the same key share one task. Rejects with AppError: 503 `answer.busy` if
   * too many tasks wait, 499 when `signal` fires, 500 if the thread died twice over this text.
   */
  run(key: string, task: Pick<SanitiseTask, 'html' | 'rules'>, signal?: GiveUpSignal): Promise<SafeMarkup>;
  /** Ends the thread once it has no task; the next task starts a new thread. */
  rest(): Promise<void>;
}

interface SafeMarkup {
  html: string;
  /** True if parsing took too long, so that the result contains only the words of the text. */
  cut: boolean;
}

interface SanitiseThreadOptions {
  /** The module that runs in the thread; tests pass a module that fails. */
  file?: URL;
  /**
   * Milliseconds after which a text is reduced to its words. Parsing a text of the largest size takes most of this
   * time.
   */
  taskMs?: number;
  /** Milliseconds without work after which the thread ends, to free its memory. */
  idleMs?: number;
  /**
   * Maximum number of waiting tasks (`maxWaiting`), and of characters in all of them together (`maxWaitingLength`).
   */
  maxWaiting?: number;
  maxWaitingLength?: number;
}

interface Task {
  key: string;
  sent: SanitiseTask;
  /** Number of callers that wait for this task. */
  readers: number;
  /** How often the thread has died during this task. */
  losses: number;
  result: PromiseWithResolvers<SafeMarkup>;
}

/**
 * Creates the queue for one thread, which starts with the first task. A task is not started if all its callers have
 * stopped waiting. A running task continues without callers, because its result is stored for the next reader.
 */
export function createSanitiseThread(options: SanitiseThreadOptions = {}): SanitiseThread {
  return new TaskQueue(options);
}

class TaskQueue implements SanitiseThread {
  readonly #options: Required<SanitiseThreadOptions>;
  readonly #waiting = new Map<string, Task>();
  #running: Task | undefined;
  #thread: Worker | undefined;
  #isReady = false;
  #clock: NodeJS.Timeout | undefined;
  #mayRest = false;

  constructor({
    file = new URL('sanitise-worker.ts', import.meta.url),
    taskMs = 15_000,
    idleMs = 30_000,
    maxWaiting = 50,
    maxWaitingLength = 64 * MIB,
  }: SanitiseThreadOptions) {
    this.#options = { file, taskMs, idleMs, maxWaiting, maxWaitingLength };
  }

  async run(
    key: string,
    wanted: Pick<SanitiseTask, 'html' | 'rules'>,
    signal?: GiveUpSignal,
  ): Promise<SafeMarkup> {
    if (signal?.aborted) throw left();
    const task = this.#taskFor(key, wanted);
    task.readers += 1;
    const leaves = Promise.withResolvers<never>();
    const leave = () => leaves.reject(left());
    signal?.addEventListener('abort', leave, { once: true });
    this.#begin();
    try {
      return await Promise.race([task.result.promise, leaves.promise]);
    } finally {
      signal?.removeEventListener('abort', leave);
      task.readers -= 1;
      if (task.readers === 0 && this.#waiting.get(key) === task) this.#waiting.delete(key);
    }
  }

  async rest(): Promise<void> {
    if (!this.#running && this.#waiting.size === 0) return this.#endThread();
    this.#mayRest = true;
  }

  #taskFor(key: string, { html, rules }: Pick<SanitiseTask, 'html' | 'rules'>): Task {
    const known = this.#running?.key === key ? this.#running : this.#waiting.get(key);
    if (known) return known;
    const { maxWaiting, maxWaitingLength } = this.#options;
    const { size } = this.#waiting;
    const length = [...this.#waiting.values()].reduce((sum, { sent }) => sum + sent.html.length, 0);
    if (size >= maxWaiting || (size > 0 && length + html.length > maxWaitingLength)) {
      throw new AppError('answer.busy', 503, { headers: { 'Retry-After': '10' } });
    }
    const sent = { html, rules, textOnly: false };
    const task = { key, sent, readers: 0, losses: 0, result: Promise.withResolvers<SafeMarkup>() };
    // Prevents an unhandled rejection after all callers have left.
    task.result.promise.catch(() => {});
    this.#waiting.set(key, task);
    return task;
  }

  #begin(): void {
    if (this.#running) return;
    const [task] = this.#waiting.values();
    if (!task) {
      this.#idle();
      return;
    }
    this.#waiting.delete(task.key);
    this.#running = task;
    clearTimeout(this.#clock);
    if (!this.#thread) this.#startThread();
    else if (this.#isReady) this.#send(task);
  }

  /** The text's time limit begins when the task is sent, so that the start of the thread does not count. */
  #send(task: Task): void {
    this.#setClock(this.#options.taskMs, () => this.#overdue(task));
    this.#thread?.postMessage(task.sent);
  }

  #startThread(): void {
    // Because of this limit, a text that needs too much memory ends the thread and not the process.
    const started = new Worker(this.#options.file, { resourceLimits: { maxOldGenerationSizeMb: 768 } });
    this.#thread = started;
    this.#isReady = false;
    started.unref();
    started.on('message', (message: FromThread) => {
      if (started === this.#thread) this.#received(message);
    });
    let reason: unknown;
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      if (started === this.#thread) this.#lost(reason);
    });
  }

  /** Handles a message of the thread; `true` means that the thread is ready. */
  #received(message: FromThread): void {
    if (message === true) this.#isReady = true;
    const task = this.#running;
    if (!task) return;
    if (message === true) this.#send(task);
    else this.#settle(() => task.result.resolve({ html: message, cut: task.sent.textOnly }));
  }

  #lost(reason: unknown): void {
    this.#thread = undefined;
    const task = this.#running;
    if (!task) return;
    task.losses += 1;
    if (task.losses > 1) this.#settle(() => task.result.reject(failure(reason)));
    else this.#again(task);
  }

  #overdue(task: Task): void {
    void this.#endThread();
    if (task.sent.textOnly) {
      this.#settle(() => task.result.reject(failure(new Error('no plain text in time either'))));
    } else {
      task.sent = { ...task.sent, textOnly: true };
      this.#again(task);
    }
  }

  /** Puts a task that was running back at the head of the queue. */
  #again(task: Task): void {
    this.#running = undefined;
    const others = [...this.#waiting];
    this.#waiting.clear();
    for (const [key, each] of [[task.key, task] as const, ...others]) this.#waiting.set(key, each);
    this.#begin();
  }

  #settle(answer: () => void): void {
    this.#running = undefined;
    answer();
    this.#begin();
  }

  /** Ends the thread after some time without work. */
  #idle(): void {
    const afterMs = this.#mayRest ? 0 : this.#options.idleMs;
    if (this.#thread) this.#setClock(afterMs, () => void this.#endThread());
    else clearTimeout(this.#clock);
  }

  async #endThread(): Promise<void> {
    clearTimeout(this.#clock);
    this.#mayRest = false;
    const ended = this.#thread;
    this.#thread = undefined;
    await ended?.terminate();
  }

  #setClock(ms: number, act: () => void): void {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(act, ms);
    this.#clock.unref();
  }
}

function failure(cause: unknown): AppError {
  return new AppError('request.failed', 500, { cause });
}

function left(): AppError {
  return new AppError('request.aborted', 499);
}
