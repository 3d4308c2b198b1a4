import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    include: ['tests/{unit,contract,browser}/**/*.test.{ts,tsx}'],
    // Browser journeys build on one Chromium each; two cores do not bear more of them at once.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
