import { spawn } from 'node:child_process';

/**
 * What `npm test` does before the tests: lint, types and the build, which need nothing of each other and so run side by side. Each
 * one's output comes whole, in this order. The exit code is 1 when any of them failed.
 */
const steps = ['lint', 'types', 'build'];

const runs = steps.map(
  (step) =>
    new Promise<{ output: string; code: number | null }>((resolve, reject) => {
      const output: Buffer[] = [];
      const run = spawn('npm', ['run', step], { stdio: ['ignore', 'pipe', 'pipe'] });
      run.stdout.on('data', (part: Buffer) => output.push(part));
      run.stderr.on('data', (part: Buffer) => output.push(part));
      run.once('error', reject);
      run.once('close', (code) => resolve({ output: Buffer.concat(output).toString(), code }));
    }),
);

for (const run of runs) {
  const { output, code } = await run;
  process.stdout.write(output);
  if (code !== 0) process.exitCode = 1;
}
