import fc from 'fast-check';

/**
 * The same properties are tried with the same values in every run, so that a change is what breaks a test. `--mode hostile` looks for
 * new ones.
 */
if (process.env.MODE !== 'hostile') fc.configureGlobal({ seed: 20_261_122 });
