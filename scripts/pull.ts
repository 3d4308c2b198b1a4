import { runEarlier } from '../tools/cli/run.ts';

process.exitCode = await runEarlier('pull.ts', 'import pull');
