import { limits } from '#shared/limits.ts';

/** Option of a command, in the form that `parseArgs` of node:util accepts, with its text for the help. */
interface OptionRow {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  /** Placeholder for the option's value in the usage line. */
  readonly value?: string;
  readonly text: string;
}

/**
 * A command of `npm run studio`. `commands` below is the only list of commands: parsing and all help texts are
 * derived from it.
 */
export interface CommandRow {
  readonly summary: string;
  /** The arguments, as the usage line shows them. */
  readonly arguments?: string;
  /** Minimum and maximum number of arguments. */
  readonly count: readonly [least: number, most: number];
  readonly options: Readonly<Record<string, OptionRow>>;
  /** For a command without `--json` or `--dry-run`: the reason, as a sentence for the user. */
  readonly refused?: Readonly<Partial<Record<'json' | 'dry-run', string>>>;
  readonly details?: string;
  readonly examples: readonly string[];
  /**
   * Documented exit codes that differ from the general rule (0 done, 1 failed or found something, 2 wrong usage).
   * Timers and scripts rely on them. If a command gives 2 another meaning, wrong usage ends with 1.
   */
  readonly codes?: Readonly<Partial<Record<1 | 2 | 3, string>>>;
}

const json = { type: 'boolean', text: 'print one JSON document on standard output' } as const;
const dryRun = { type: 'boolean', text: 'say what would be done, and change nothing' } as const;
const readsOnly = 'the command only reads.';

const only = {
  type: 'string',
  value: 'posts,projects,…',
  text: 'only these kinds of content',
} as const;
const mediaOrigin = {
  type: 'string',
  multiple: true,
  value: 'URL',
  text: 'fetch media from below this address; may be repeated',
} as const;
const allowPrivate = {
  type: 'boolean',
  text: 'allow media origins that resolve to a private network or this machine',
} as const;
const noMedia = { type: 'boolean', text: 'fetch no media: files stay at their addresses' } as const;
const signInEmail = { type: 'string', value: 'name', text: 'sign in at the host with this name' } as const;
const oldSite = { type: 'string', value: 'URL', text: 'the address that a Ghost site had' } as const;

const accountEmail = { type: 'string', value: 'name@example.com', text: 'the account' } as const;
const stdin = {
  type: 'boolean',
  text: `read the password (${limits.passwordMin} characters or more) from the first line of standard input; without it one is generated and shown once`,
} as const;

const pathOfHost = (text: string) => ({ type: 'string', multiple: true, value: 'PATH', text }) as const;

const host =
  'The host is the one of the server: UPSTREAM_URL or DATA_DIR/host.json. The command asks for a sign-in at the terminal, or uses ADMIN_EMAIL and ADMIN_PASSWORD.';

export const commands = {
  doctor: {
    summary: 'Examine an installation, or propose host.json for an API host',
    arguments: '[URL]',
    count: [0, 1],
    options: {
      json,
      posts: pathOfHost('where the host lists posts'),
      projects: pathOfHost('where the host lists projects'),
      categories: pathOfHost('where the host lists categories'),
      jobs: pathOfHost('where the host lists jobs'),
      team: pathOfHost('where the host lists the team'),
      login: { type: 'string', value: 'PATH', text: 'the sign-in path of the host' },
      email: signInEmail,
      zone: { type: 'string', value: 'Area/City', text: 'the time zone of dates without one' },
      'try-writes': {
        type: 'boolean',
        text: 'after a sign-in, save, change and delete a draft with a picture at the host, through the proposal or the host.json that is there; the picture may stay there',
      },
      write: { type: 'boolean', text: 'write the proposal to DATA_DIR/host.json, even if it is not ready' },
      force: { type: 'boolean', text: 'with --write: replace an existing host.json' },
    },
    refused: { 'dry-run': 'without --write the command changes nothing.' },
    details:
      'Without an address: examines the data folder, the public address and the mail server of this environment; with UPSTREAM_URL or DATA_DIR/host.json, the API host instead of these. ' +
      'The database of DATABASE_URL and the bucket of MEDIA_URL are examined in both cases. With ADMIN_EMAIL and ADMIN_PASSWORD it signs in at the API host and out again. ' +
      'It sends no mail; in the bucket it writes one small object and deletes it. ' +
      'With an address: examines an unknown API host and prints a proposal for DATA_DIR/host.json (docs/hosts.md); the other options belong to this mode, but for --try-writes. ' +
      'The host is only read, apart from one sign-in and sign-out, unless --try-writes is given.',
    examples: ['doctor', 'doctor --json', 'doctor https://api.example.com --write'],
    codes: {
      1: 'the site cannot run, or the proposed file does not work',
      2: 'with an address: the proposed file works, but was tested without a sign-in, or the host has no content to test the pages with',
      3: 'without an address: the site runs, but something is wrong (!)',
    },
  },
  'admin list': {
    summary: 'List the accounts of the embedded engine',
    count: [0, 0],
    options: { json },
    refused: { 'dry-run': readsOnly },
    examples: ['admin list'],
  },
  'admin add': {
    summary: 'Add an account',
    count: [0, 0],
    options: {
      email: { ...accountEmail, text: 'the address of the new account' },
      name: { type: 'string', value: '"Their name"', text: 'the name that others see' },
      role: { type: 'string', value: 'owner|editor|recruiter|reader', text: 'the role; owner by default' },
      stdin,
      'dry-run': dryRun,
      json,
    },
    examples: ['admin add --email ada@example.com --name "Ada" --role editor'],
  },
  'admin reset-password': {
    summary: 'Set a new password, and end the sessions of the account',
    count: [0, 0],
    options: {
      email: { ...accountEmail, text: 'the account; not needed if there is only one' },
      stdin,
      'dry-run': dryRun,
      json,
    },
    examples: ['admin reset-password --email ada@example.com'],
  },
  'admin remove-second-step': {
    summary: 'Remove authenticator app, passkeys and recovery codes of an account',
    count: [0, 0],
    options: { email: accountEmail, 'dry-run': dryRun, json },
    examples: ['admin remove-second-step --email ada@example.com'],
  },
  'sample add': {
    summary: 'Add the sample content to an empty site',
    count: [0, 0],
    options: { 'dry-run': dryRun, json },
    details: 'The server of this DATA_DIR must be stopped.',
    examples: ['sample add'],
  },
  'sample remove': {
    summary: 'Remove the sample content; records that people have changed stay',
    count: [0, 0],
    options: { 'dry-run': dryRun, json },
    details: 'The server of this DATA_DIR must be stopped.',
    examples: ['sample remove'],
  },
  'redirects list': {
    summary: 'List the redirects',
    count: [0, 0],
    options: { json },
    refused: { 'dry-run': readsOnly },
    examples: ['redirects list'],
  },
  'redirects add': {
    summary: 'Add a redirect',
    arguments: 'FROM TO',
    count: [2, 2],
    options: { 'dry-run': dryRun, json },
    details: 'FROM and TO are paths of this site. A running site applies the change within seconds.',
    examples: ['redirects add /2019/05/our-post /view-blog/7'],
  },
  'redirects remove': {
    summary: 'Remove a redirect',
    arguments: 'FROM',
    count: [1, 1],
    options: { 'dry-run': dryRun, json },
    examples: ['redirects remove /2019/05/our-post'],
  },
  'redirects import': {
    summary: 'Import redirects from a CSV file',
    arguments: 'FILE.csv',
    count: [1, 1],
    options: { 'dry-run': dryRun, json },
    examples: ['redirects import old.csv --dry-run'],
  },
  'redirects export': {
    summary: 'Write the redirects to a new CSV file',
    arguments: 'FILE.csv',
    count: [1, 1],
    options: { 'dry-run': dryRun, json },
    examples: ['redirects export redirects.csv'],
  },
  'site export': {
    summary:
      'Write the site that was saved in the admin area to a new folder, as site.json with its pictures',
    arguments: 'FOLDER',
    count: [1, 1],
    options: { 'dry-run': dryRun, json },
    examples: ['site export ./our-site'],
  },
  'site import': {
    summary: 'Save the site of a folder (site.json and its pictures), as an owner does in the admin area',
    arguments: 'FOLDER',
    count: [1, 1],
    options: { 'dry-run': dryRun, json },
    details:
      'A running site shows it within seconds. The version before it can be restored in the admin area.',
    examples: ['site import ./our-site --dry-run'],
  },
  backup: {
    summary: 'Write DATA_DIR and the database of DATABASE_URL into one file',
    count: [0, 0],
    options: {
      to: {
        type: 'string',
        value: 'FOLDER',
        text: 'write into this folder, with the time in the name; prints one line',
      },
      keep: { type: 'string', value: 'N', text: 'with --to: keep the N newest, and delete older ones' },
      out: { type: 'string', value: 'FILE', text: 'write this file; by default one in DATA_DIR/backups' },
      bucket: { type: 'boolean', text: 'with MEDIA_URL: take the files of the bucket too' },
      'dry-run': dryRun,
      json,
    },
    details:
      'The server may run. The file is read back before the command ends, and the result is recorded in DATA_DIR.',
    examples: ['backup --to /var/backups/studio-site --keep 30', 'backup --out site.tar.gz'],
    codes: { 1: 'there is no good backup', 2: 'there is a good backup, but a later step failed' },
  },
  restore: {
    summary: 'Put a backup into DATA_DIR and the database of DATABASE_URL, whichever database it is of',
    arguments: 'FILE',
    count: [1, 1],
    options: {
      force: { type: 'boolean', text: 'move existing data aside' },
      check: { type: 'boolean', text: 'only verify the file' },
      'dry-run': dryRun,
      json,
    },
    details:
      'No process of the site may run. Nothing is deleted: existing data is moved aside. FILE may also be the copy that was made before a migration (DATA_DIR/backups/content-before-….sqlite).',
    examples: ['restore site.tar.gz --check', 'restore site.tar.gz --force', 'restore COPY.sqlite --dry-run'],
  },
  export: {
    summary: 'Write the content of the embedded engine into an archive',
    arguments: 'FOLDER',
    count: [1, 1],
    options: { only, 'dry-run': dryRun, json },
    details: 'The site may run. After an interruption, the same command continues (docs/archive.md).',
    examples: ['export /srv/archive', 'export /srv/archive --only posts,projects'],
    codes: { 1: 'there is no archive', 2: 'there is an archive, but something is missing from it' },
  },
  import: {
    summary: 'Take an archive, or export files of WordPress or Ghost, into the embedded engine',
    arguments: 'FOLDER | FILE…',
    count: [1, Number.POSITIVE_INFINITY],
    options: {
      'dry-run': dryRun,
      replace: {
        type: 'boolean',
        text: 'replace rows that exist with other content; without it they stay unchanged',
      },
      only,
      'media-origin': mediaOrigin,
      'allow-private': allowPrivate,
      'no-media': noMedia,
      'old-site': oldSite,
      json,
    },
    details: 'The server must be stopped. A folder named pull or convert is written ./pull.',
    examples: [
      'import /srv/archive --dry-run',
      'import blog.xml --media-origin https://old.example.com/files',
    ],
    codes: {
      1: 'nothing was done, or the import was interrupted: the same command continues',
      2: 'done, but some rows or files differ from the archive',
    },
  },
  'import pull': {
    summary: 'Write the content of the API host into an archive',
    arguments: 'FOLDER',
    count: [1, 1],
    options: {
      only,
      email: signInEmail,
      'media-origin': mediaOrigin,
      'allow-private': allowPrivate,
      'dry-run': dryRun,
      json,
    },
    details: `${host} The host is only read.`,
    examples: ['import pull /srv/archive'],
    codes: {
      1: 'there is no archive',
      2: 'there is an archive, but something differs from the host',
    },
  },
  'import convert': {
    summary: 'Convert export files of WordPress or Ghost into an archive',
    arguments: 'FILE… FOLDER',
    count: [2, Number.POSITIVE_INFINITY],
    options: {
      'old-site': oldSite,
      'media-origin': mediaOrigin,
      'allow-private': allowPrivate,
      'no-media': noMedia,
      'dry-run': dryRun,
      json,
    },
    details: 'Takes WordPress XML and Ghost JSON.',
    examples: ['import convert blog.xml /srv/archive --media-origin https://old.example.com/files'],
    codes: { 1: 'there is no archive', 2: 'there is an archive, but something was left out' },
  },
  help: {
    summary: 'List the commands, or explain one',
    arguments: '[COMMAND]',
    count: [0, 2],
    options: { json },
    refused: { 'dry-run': readsOnly },
    examples: ['help', 'help import pull'],
  },
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof commands;

/**
 * Returns the row of a command with the type `CommandRow`, so that code can read properties that only some commands
 * have.
 */
export const rowOf = (name: CommandName): CommandRow => commands[name];

export const commandNames = Object.keys(commands) as CommandName[];

type ValueOf<Option extends OptionRow> = Option extends { type: 'boolean' }
  ? boolean | undefined
  : Option extends { multiple: true }
    ? string[] | undefined
    : string | undefined;

/** The values of a command's options, by option name. */
export type Values<Name extends CommandName> = {
  [Option in keyof (typeof commands)[Name]['options']]?: (typeof commands)[Name]['options'][Option] extends OptionRow
    ? ValueOf<(typeof commands)[Name]['options'][Option]>
    : never;
};

/** The parsed arguments of a command. */
export interface Arguments<Name extends CommandName> {
  paths: readonly string[];
  values: Values<Name>;
}
