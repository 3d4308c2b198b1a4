import { isIP } from 'node:net';
import { ArchiveProblem } from './problem.ts';

/** Throws an ArchiveProblem with a command to run, which leaves out hosts that may be in the operator's own network. */
export function refuseWithoutOrigins(origins: readonly string[], typed: readonly string[]): never {
  const [proposed, others] = [
    origins.filter(isPublicName),
    origins.filter((origin) => !isPublicName(origin)),
  ];
  const line = (options: readonly string[]) =>
    `npm run studio -- ${[...typed, ...options].map(quoted).join(' ')}`;
  throw new ArchiveProblem(
    [
      'Nothing was written. Choose the origins from which pictures may be fetched, all of these or some:',
      ...(proposed.length > 0 ? [line(proposed.flatMap((origin) => ['--media-origin', origin]))] : []),
      ...(others.length > 0
        ? [
            `Not proposed, since they are IP addresses or resolve to a private network: ${others.join(', ')}. Add one by hand if you trust it.`,
          ]
        : []),
      `Without pictures: ${line(['--no-media'])}`,
    ].join('\n'),
  );
}

function isPublicName(origin: string) {
  const { hostname } = new URL(origin);
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
  const isLocal = /\.(?:localhost|local|internal|lan|home|corp|arpa)\.?$/.test(hostname);
  return !isNumber && hostname.includes('.') && !isLocal;
}

function quoted(word: string) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
