import fc from 'fast-check';

/**
 * Property tests use the same values in every run, so that only a change can break a test. `--mode hostile` tries new
 * values.
 */
if (process.env.MODE !== 'hostile') fc.configureGlobal({ seed: 20_261_122 });
