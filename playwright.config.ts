import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig, firefox, webkit } from '@playwright/test';
import { launchOptions } from './tests/browser/chromium.ts';

/** Engines beside Chromium, on machines where `npx playwright install` has put them. */
const others = Object.entries({ firefox, webkit }).filter(([, engine]) =>
  existsSync(engine.executablePath()),
);

/** Journeys of people in browsers (CONTRIBUTING.md, "Tests"). A test that is only for the second depth has `@deep` in its tags. */
export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.spec.ts',
  outputDir: 'tests/browser/output',
  workers: availableParallelism(),
  // A long file would hold one worker at the end.
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A deadline is for what never comes: what comes late on a busy machine is no failure.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    viewport: { width: 1440, height: 900 },
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
  },
  projects: [
    { name: 'chromium', use: { browserName: 'chromium', launchOptions: await launchOptions() } },
    ...others.map(([name]) => ({ name, use: { browserName: name as 'firefox' | 'webkit' } })),
  ],
});
