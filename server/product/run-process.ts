import closeWithGrace from 'close-with-grace';
import { type Config, inheritedSocket, loadConfig } from '../config.ts';
import { StartError } from '../errors.ts';
import type { Running, StartOptions } from './running.ts';
import { startLines } from './start-lines.ts';

/**
 * Milliseconds. A second signal within this time counts as the same one: the terminal or systemd sends a signal to
 * npm and to this process, and npm passes it on to this process too.
 */
const sameSignalMs = 1_000;

/**
 * Starts the product and runs it until a signal ends it. If the start fails, prints the reason and ends the process
 * with exit code 1.
 */
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
    // The stack is printed for a bug, but not for an error that the operator can correct.
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  }
}
