import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig(({ mode }) => ({
  plugins: [react()],
  test: {
    // `--mode engines` runs the journeys in Firefox and WebKit instead, where those are installed.
    include: [
      mode === 'engines' ? 'tests/engines/**/*.test.ts' : 'tests/{unit,contract,browser}/**/*.test.{ts,tsx}',
    ],
    // Browser journeys build on one Chromium each; two cores do not bear more of them at once.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
}));
