import { z } from 'zod';
import { isLoopback } from './loopback.ts';

/** Where media and CVs are stored if they are not in DATA_DIR: a bucket of an S3-compatible store. */
export interface MediaUrl {
  bucket: string;
  /** Prefix of every object key in the bucket: empty, or ending with a slash. */
  prefix: string;
  /** URL of the store, without a path. */
  endpoint: string;
  /** True if the name of the bucket is part of the URL's path, as most stores other than Amazon's require. */
  isPathStyle: boolean;
  region: string;
}

const defaultRegion = 'us-east-1';

/**
 * Parses `s3://bucket/prefix?endpoint=https://…&region=…`. Errors name the invalid part and never repeat a value,
 * because it may contain an access key.
 */
export const mediaUrl = z.string().transform((text, context): MediaUrl => {
  const url = /^s3:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) {
    context.addIssue('must be an address such as s3://bucket/prefix?endpoint=https://store.example');
    return z.NEVER;
  }
  // The path is not taken from `url`, because the URL parser resolves `.` and `..`.
  const path = /^s3:\/\/[^/?#]*([^?#]*)/.exec(text)?.[1] ?? '';
  const folders = path.split('/').filter(Boolean);
  const region = url.searchParams.get('region') ?? defaultRegion;
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const problems = [
    ...found([
      [
        /^[^/]*\/\/[^/?#]*@/.test(text),
        'must not have a user name or password: keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
      ],
      [
        url.port !== '' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname),
        'must name a bucket: 3 to 63 small letters, digits, dots and hyphens',
      ],
      [text.includes('#'), 'must not have a fragment'],
      [
        !folders.every((folder) => /^(?!\.+$)[A-Za-z0-9._-]{1,100}$/.test(folder)),
        'the prefix must be letters, digits, dots, hyphens and underscores between slashes',
      ],
      [!/^[a-z0-9-]{1,40}$/.test(region), 'region must be a name such as eu-central-1'],
    ]),
    ...parameterProblems(url.searchParams),
    ...(endpoint === undefined ? [] : endpointProblems(endpoint)),
  ];
  for (const problem of problems) context.addIssue(problem);
  if (problems.length > 0) return z.NEVER;
  return {
    bucket: url.hostname,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    endpoint: endpoint ? new URL(endpoint).origin : `https://s3.${region}.amazonaws.com`,
    isPathStyle: endpoint !== undefined,
    region,
  };
});

/** Returns the problems that are there. */
function found(problems: readonly (readonly [isThere: boolean, problem: string])[]): string[] {
  return problems.filter(([isThere]) => isThere).map(([, problem]) => problem);
}

/** Returns one problem for each parameter that is unknown or given twice. */
function parameterProblems(parameters: URLSearchParams): string[] {
  return [...new Set(parameters.keys())].flatMap((name) => {
    if (name === 'endpoint' || name === 'region')
      return parameters.getAll(name).length > 1 ? [`repeats ${name}`] : [];
    return /^[\w.-]{1,40}$/.test(name)
      ? [`has the unknown parameter ${name}; only endpoint and region are allowed`]
      : ['has a parameter other than endpoint and region'];
  });
}

function endpointProblems(endpoint: string): string[] {
  const url = /^https?:\/\//i.test(endpoint) && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url) return ['endpoint must be an https:// address'];
  return found([
    [url.username !== '' || url.password !== '', 'endpoint must not have a user name or password'],
    [url.pathname !== '/' || /[?#]/.test(endpoint), 'endpoint must not have a path, a query or a fragment'],
    [
      url.protocol !== 'https:' && !isLoopback(url.hostname),
      'endpoint must be https: http is allowed only on the same machine (localhost, 127.0.0.1)',
    ],
  ]);
}

/** An access key, secret key or session token of the store. */
export const accessKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/, 'must be the key exactly as the provider issued it');
