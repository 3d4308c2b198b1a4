import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  plugins: [react()],
  test: {
    // `--mode engines` runs the journeys in Firefox and WebKit instead, where those are installed.
    include: [
      mode === 'engines' ? 'tests/engines/**/*.test.ts' : 'tests/{unit,contract,browser}/**/*.test.{ts,tsx}',
    ],
    // A browser journey has a Chromium, a server and a test process: it needs two cores to itself, or its deadlines pass.
    maxWorkers: Math.max(1, Math.floor(availableParallelism() / 2)),
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
}));
