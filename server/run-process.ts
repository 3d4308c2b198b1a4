import closeWithGrace from 'close-with-grace';
import { type Config, inheritedSocket, loadConfig } from './config.ts';
import { StartError } from './errors.ts';
import type { Running, StartOptions } from './running.ts';
import { startLines } from './start-lines.ts';

/** Within this a signal is the one before once more: npm passes on what the terminal or systemd has sent to both. */
const sameSignalMs = 1_000;

/** Runs what `start` starts until a signal ends it. What stops a start is said in words, and the process ends with exit code 1. */
export async function runProcess(
  start: (config: Config, options: StartOptions) => Promise<Running>,
): Promise<void> {
  try {
    const socket = inheritedSocket();
    const config = loadConfig();
    const running = await start(config, { socket });
    const options = { delay: config.SHUTDOWN_DELAY_MS + 9_500, skip: ['SIGINT', 'SIGTERM'] };
    const graceful = closeWithGrace(options as closeWithGrace.Options, async ({ err }) => {
      if (err) console.error(err);
      await running.close();
    });
    let firstAt: number | undefined;
    const stop = () => {
      if (firstAt !== undefined && performance.now() - firstAt > sameSignalMs) process.exit(1);
      if (firstAt !== undefined) return;
      firstAt = performance.now();
      void graceful.close();
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const inEffect = { ...config, UPSTREAM_URL: running.upstreamUrl };
    for (const line of startLines(inEffect, { ...running, socket })) console.log(line);
  } catch (error) {
    // A bug shows its stack; what the operator can mend does not.
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
