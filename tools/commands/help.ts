import type { Arguments } from '../cli/commands.ts';
import { commandNames } from '../cli/commands.ts';
import type { Context } from '../cli/context.ts';
import { commandHelp, commandsAsJson, groupHelp, overview } from '../cli/help.ts';
import { commandsOf, findCommand } from '../cli/parse.ts';

/** `npm run studio -- help [COMMAND]`: prints the list of commands, or the help of one command or group. */
export async function run({ paths }: Arguments<'help'>, context: Context) {
  const [first] = paths;
  const isGroup = paths.length === 1 && !commandNames.some((name) => name === first);
  const group = isGroup && first ? commandsOf(first) : [];
  const request = group.length > 0 || first === undefined ? undefined : findCommand(paths);
  const named = request && 'name' in request ? [request.name] : [];
  const names = first === undefined ? commandNames : [...group, ...named];
  context.answer(commandsAsJson(names));
  if (first === undefined) context.say(overview());
  else context.say(group.length > 0 ? groupHelp(group) : named.map(commandHelp).join('\n'));
  return 0;
}
