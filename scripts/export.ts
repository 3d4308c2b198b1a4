import { runEarlier } from '../tools/cli/run.ts';

process.exitCode = await runEarlier('export.ts', 'export');
