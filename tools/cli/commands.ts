import { limits } from '#shared/limits.ts';

/**
 * Thrown when a command is called with invalid arguments. The message describes the error; the runner appends the
 * usage line.
 */
export class UsageError extends Error {
  override name = 'UsageError';
}

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
interface CommandRow {
  readonly summary: string;
  /** The arguments, as the usage line shows them: `[ONE]` may be missing, `MANY…` are one or more. */
  readonly arguments?: string;
  /** The options besides `--json`, and `--dry-run` of commands that write. */
  readonly options?: Readonly<Record<string, OptionRow>>;
  /** True for a command that only reads. */
  readonly reads?: true;
  readonly details?: string;
  readonly examples?: readonly string[];
  /**
   * Documented exit codes that differ from the general rule (0 done, 1 failed or found something, 2 wrong usage).
   * Timers and scripts rely on them. If a command gives 2 another meaning, wrong usage ends with 1.
   */
  readonly codes?: Readonly<Partial<Record<1 | 2 | 3, string>>>;
}

const flag = (text: string) => ({ type: 'boolean', text }) as const;
const word = (value: string, text: string) => ({ type: 'string', value, text }) as const;
const words = (value: string, text: string) => ({ type: 'string', multiple: true, value, text }) as const;

const only = word('posts,projects,…', 'only these kinds of content');
const mediaOrigin = words('URL', 'fetch media from below this address; may be repeated');
const allowPrivate = flag('allow media origins that resolve to a private network or this machine');
const noMedia = flag('fetch no media: files stay at their addresses');
const signInEmail = word('name', 'sign in at the host with this name');
const oldSite = word('URL', 'the address that a Ghost site had');
const accountEmail = word('name@example.com', 'the account');
const stdin = flag(
  `read the password (${limits.passwordMin} characters or more) from the first line of standard input; without it one is generated and shown once`,
);

const host =
  'The host is the one of the server: UPSTREAM_URL or DATA_DIR/host.json. The command asks for a sign-in at the terminal, or uses ADMIN_EMAIL and ADMIN_PASSWORD.';

const commands = {
  doctor: {
    summary: 'Examine an installation, or propose host.json for an API host',
    arguments: '[URL]',
    options: {
      posts: words(
        'PATH',
        'where the host lists posts, from the origin; a second path is the list that shows drafts to a signed-in account',
      ),
      projects: words('PATH', 'where the host lists projects'),
      categories: words('PATH', 'where the host lists categories'),
      jobs: words('PATH', 'where the host lists jobs'),
      team: words('PATH', 'where the host lists the team'),
      login: word('PATH', 'the sign-in path of the host, from the origin'),
      'login-fields': word(
        'NAME,PASSWORD',
        'the names of the two fields that a sign-in sends; without it, usual names are tried while the host answers 400 or 422',
      ),
      id: word('NAME', 'the field that identifies the rows of its lists'),
      email: signInEmail,
      zone: word('Area/City', 'the time zone of dates without one'),
      'try-writes': flag(
        'after a sign-in, save, change and delete a draft with a picture at the host, through the proposal or the host.json that is there; the picture may stay there',
      ),
      write: flag('write the proposal to DATA_DIR/host.json, even if it is not ready'),
      force: flag('with --write: replace an existing host.json'),
    },
    reads: true,
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
    reads: true,
  },
  'admin add': {
    summary: 'Add an account',
    options: {
      email: word('name@example.com', 'the address of the new account'),
      name: word('"Their name"', 'the name that others see'),
      role: word('owner|editor|recruiter|reader', 'the role; owner by default'),
      stdin,
    },
    examples: ['admin add --email ada@example.com --name "Ada" --role editor'],
  },
  'admin reset-password': {
    summary: 'Set a new password, and end the sessions of the account',
    options: {
      email: word('name@example.com', 'the account; not needed if there is only one'),
      stdin,
    },
    examples: ['admin reset-password --email ada@example.com'],
  },
  'admin remove-second-step': {
    summary: 'Remove authenticator app, passkeys and recovery codes of an account',
    options: { email: accountEmail },
    examples: ['admin remove-second-step --email ada@example.com'],
  },
  'sample add': {
    summary: 'Add the sample content to an empty site',
    details: 'The server of this DATA_DIR must be stopped.',
  },
  'sample remove': {
    summary: 'Remove the sample content; records that people have changed stay',
    details: 'The server of this DATA_DIR must be stopped.',
  },
  'redirects list': {
    summary: 'List the redirects',
    reads: true,
  },
  'redirects add': {
    summary: 'Add a redirect',
    arguments: 'FROM TO',
    details: 'FROM and TO are paths of this site. A running site applies the change within seconds.',
    examples: ['redirects add /2019/05/our-post /view-blog/7'],
  },
  'redirects remove': {
    summary: 'Remove a redirect',
    arguments: 'FROM',
    examples: ['redirects remove /2019/05/our-post'],
  },
  'redirects import': {
    summary: 'Import redirects from a CSV file',
    arguments: 'FILE.csv',
    examples: ['redirects import old.csv --dry-run'],
  },
  'redirects export': {
    summary: 'Write the redirects to a new CSV file',
    arguments: 'FILE.csv',
    examples: ['redirects export redirects.csv'],
  },
  'site export': {
    summary:
      'Write the site that was saved in the admin area to a new folder, as site.json with its pictures',
    arguments: 'FOLDER',
    examples: ['site export ./our-site'],
  },
  'site import': {
    summary: 'Save the site of a folder (site.json and its pictures), as an owner does in the admin area',
    arguments: 'FOLDER',
    details:
      'A running site shows it within seconds. The version before it can be restored in the admin area.',
    examples: ['site import ./our-site --dry-run'],
  },
  backup: {
    summary: 'Write DATA_DIR and the database of DATABASE_URL into one file',
    options: {
      to: word('FOLDER', 'write into this folder, with the time in the name; prints one line'),
      keep: word('N', 'with --to: keep the N newest, and delete older ones'),
      out: word('FILE', 'write this file; by default one in DATA_DIR/backups'),
      bucket: flag('with MEDIA_URL: take the files of the bucket too'),
    },
    details:
      'The server may run. The file is read back before the command ends, and the result is recorded in DATA_DIR.',
    examples: ['backup --to /var/backups/studio-site --keep 30', 'backup --out site.tar.gz'],
    codes: { 1: 'there is no good backup', 2: 'there is a good backup, but a later step failed' },
  },
  restore: {
    summary: 'Put a backup into DATA_DIR and the database of DATABASE_URL, whichever database it is of',
    arguments: 'FILE',
    options: {
      force: flag('move existing data aside'),
      check: flag('only verify the file'),
    },
    details:
      'No process of the site may run. Nothing is deleted: existing data is moved aside. FILE may also be the copy that was made before a migration (DATA_DIR/backups/content-before-….sqlite).',
    examples: ['restore site.tar.gz --check', 'restore site.tar.gz --force', 'restore COPY.sqlite --dry-run'],
  },
  export: {
    summary: 'Write the content of the embedded engine into an archive',
    arguments: 'FOLDER',
    options: { only },
    details: 'The site may run. After an interruption, the same command continues (docs/archive.md).',
    examples: ['export /srv/archive', 'export /srv/archive --only posts,projects'],
    codes: { 1: 'there is no archive', 2: 'there is an archive, but something is missing from it' },
  },
  import: {
    summary: 'Take an archive, or export files of WordPress or Ghost, into the embedded engine',
    arguments: 'FOLDER|FILE…',
    options: {
      replace: flag('replace rows that exist with other content; without it they stay unchanged'),
      only,
      'media-origin': mediaOrigin,
      'allow-private': allowPrivate,
      'no-media': noMedia,
      'old-site': oldSite,
    },
    details: 'The server must be stopped. A folder named pull is written ./pull.',
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
    options: {
      only,
      email: signInEmail,
      'media-origin': mediaOrigin,
      'allow-private': allowPrivate,
    },
    details: `${host} The host is only read.`,
    examples: ['import pull /srv/archive'],
    codes: {
      1: 'there is no archive',
      2: 'there is an archive, but something differs from the host',
    },
  },
} as const satisfies Record<string, CommandRow>;

export type CommandName = keyof typeof commands;

/** Returns the row of a command with the properties that only some commands have, and all its options. */
export function rowOf(name: CommandName) {
  const {
    arguments: text = '',
    options = {},
    codes = {},
    examples = [name],
    ...row
  }: CommandRow = commands[name];
  const dryRun = { 'dry-run': flag('say what would be done, and change nothing') };
  const json = flag('print one JSON document on standard output');
  const all: Record<string, OptionRow> = { ...options, ...(row.reads ? {} : dryRun), json };
  return { ...row, arguments: text, codes, examples, options: all };
}

export const commandNames = Object.keys(commands) as CommandName[];

type ValueOf<Option> = Option extends { type: 'boolean' }
  ? boolean
  : Option extends { multiple: true }
    ? string[]
    : string;

/** The values of a command's options, by option name. */
export type Values<Name extends CommandName> = {
  json?: boolean;
  'dry-run'?: boolean;
} & ((typeof commands)[Name] extends { options: infer Options }
  ? { [Option in keyof Options]?: ValueOf<Options[Option]> }
  : unknown);

/** The parsed arguments of a command. */
export interface Arguments<Name extends CommandName> {
  paths: readonly string[];
  values: Values<Name>;
}
