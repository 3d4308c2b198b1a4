import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../errors.ts';
import { createQueue, createSingleFlight } from '../../process/work.ts';
import type { SanitiseTask } from './sanitise-worker.ts';

type Text = Pick<SanitiseTask, 'html' | 'rules'>;

interface SafeMarkup {
  html: string;
  /** True if parsing took too long, so that the result contains only the words of the text. */
  cut: boolean;
}

/** Milliseconds without work after which the thread ends, to free its memory. */
const idleMs = 30_000;
/** Longest wait of a stop for the text that is being sanitised, in milliseconds. */
const restMs = 500;
/** Maximum number of waiting texts. */
const maxWaiting = 50;

/** Sanitises long texts in a thread, one after the other, so that they do not delay other requests. */
export type SanitiseThread = ReturnType<typeof createSanitiseThread>;

/**
 * `file` is the module that runs in the thread. After `taskMs` milliseconds a text is reduced to its words: parsing a
 * text of the largest size takes most of this time.
 */
export function createSanitiseThread({
  file = new URL('sanitise-worker.ts', import.meta.url),
  taskMs = 15_000,
} = {}) {
  const inTurn = createQueue({ atOnce: 1, waiting: maxWaiting, full: busy, dropped: left });
  const flights = createSingleFlight<SafeMarkup>();
  let thread: { worker: Worker; ended: Promise<never> } | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function end() {
    clearTimeout(idle);
    const ended = thread;
    thread = undefined;
    await ended?.worker.terminate();
  }

  /** The thread reports when it is ready, so that its start does not count against the time of a text. */
  async function start() {
    // Because of this limit, a text that needs too much memory ends the thread and not the process.
    const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 768 } });
    worker.unref();
    // This empty listener is needed because an error without a listener would end the process.
    worker.on('error', () => {});
    const ended = once(worker, 'exit').then(() => {
      throw new Error('the thread ended');
    });
    ended.catch(() => {});
    thread = { worker, ended };
    await Promise.race([once(worker, 'message'), ended]);
    return thread;
  }

  /** Resolves with the sanitised text; with undefined if it took too long. Rejects if the thread dies. */
  async function ask(task: SanitiseTask) {
    clearTimeout(idle);
    const { worker, ended } = thread ?? (await start());
    const answer = once(worker, 'message').then(([html]) => html as string);
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(late.resolve, taskMs, undefined);
    worker.postMessage(task);
    try {
      return await Promise.race([answer, ended, late.promise]);
    } finally {
      clearTimeout(timer);
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  }

  /** Sanitises a text, and once more in a new thread if the thread dies. */
  async function sanitise(task: SanitiseTask) {
    const made = await ask(task).catch(async () => {
      await end();
      return ask(task);
    });
    if (made === undefined) await end();
    return made;
  }

  async function make(text: Text) {
    try {
      for (const textOnly of [false, true]) {
        const html = await sanitise({ ...text, textOnly });
        if (html !== undefined) return { html, cut: textOnly };
      }
      throw new Error('no plain text in time either');
    } catch (cause) {
      await end();
      throw new AppError('request.failed', 500, { cause });
    }
  }

  return {
    /**
     * Returns the sanitised text. Callers with the same key share one task, which is not begun if all of them have left.
     * Rejects with AppError: 503 `answer.busy` if too many tasks wait, 499 when `signal` fires, 500 if the thread died
     * twice over this text.
     */
    async run(key: string, text: Text, signal?: AbortSignal) {
      if (signal?.aborted) throw left();
      const flight = flights.join(key) ?? flights.begin(key, (gone) => inTurn(() => make(text), gone));
      return flight.wait(signal).catch((error: unknown) => {
        throw signal?.aborted ? left() : error;
      });
    },
    /** Ends the thread once it has no task, but waits for no long text; the next task starts a new thread. */
    rest: () => Promise.race([inTurn(end).catch(() => {}), wait(restMs, undefined, { ref: false })]),
  };
}

function busy() {
  return new AppError('answer.busy', 503, { retryAfter: 10 });
}

function left() {
  return new AppError('request.aborted', 499);
}
