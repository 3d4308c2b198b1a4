import fc from 'fast-check';

/**
 * Property tests use the same values in every run, so that only a change can break a test. FUZZ_SEED makes others.
 */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20_261_122) });
