// @module-tag deep/process: kills the product
import { expect, it, onTestFinished } from 'vitest';
import { proveKills } from '../../chaos/kills.ts';
import { testDatabase } from '../../support/shared-servers.ts';

// Small version of `npm run lab -- chaos`.
it.each(['its own engine', 'an engine as its host', 'a database of two processes'])(
  'killed in mid-write, the product loses nothing that it has acknowledged and keeps no half of anything: with %s',
  async (name) => {
    const shared = name.endsWith('processes') ? await testDatabase() : undefined;
    if (shared) onTestFinished(() => shared.drop());
    const isFront = name.endsWith('host');
    const { acknowledged, problems } = await proveKills({
      kills: 2,
      writes: 40,
      isFront,
      database: shared?.url,
    });
    expect(problems).toEqual([]);
    expect(acknowledged).toBeGreaterThan(80);
  },
);
