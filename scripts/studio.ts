import { runStudio } from '../tools/cli/run.ts';

/** `npm run studio -- <command>`: the command line of the product (tools/cli/commands.ts lists the commands). */
process.exitCode = await runStudio(process.argv.slice(2));
