import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleFile } from '#shared/site/sample-file.ts';
import { type CommandName, commandNames, rowOf } from '../../../tools/cli/commands.ts';
import { runStudio } from '../../../tools/cli/run.ts';
import { hashesUnder } from '../../support/engine/engine-data.ts';
import { fillSite } from '../../support/engine/moving-content.ts';
import { type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';
import { folderForAll } from '../../support/temp-folder.ts';

// Runs every command on a real site, in this process: first with --dry-run if it has that, then for real.

let folder: string;
let host: StubUpstream;
const at = (name: string) => join(folder, name);

/**
 * Commands delete their temporary folders at the exit of the process, or at a signal; here that is done after the
 * tests.
 */
const events = ['exit', 'SIGINT', 'SIGTERM'] as const;
const before = new Map(events.map((event) => [event, process.listeners(event as 'exit')]));

folderForAll((made) => (folder = made));
beforeAll(async () => {
  host = await startStubUpstream();
  await fillSite(at('data'), { posts: 3, projects: 1 });
  await mkdir(at('company'));
  const company = { ...sampleFile, brand: { logo: 'logo.svg' } };
  await writeFile(at('company/site.json'), JSON.stringify(company));
  await writeFile(at('company/logo.svg'), logo);
  await cp(at('company'), at('data'), { recursive: true });
  await writeFile(at('redirects.csv'), 'From,To\n/taken-in,/team\n');
});
afterAll(async () => {
  await host.close();
  for (const event of events)
    for (const listener of process.listeners(event as 'exit')) {
      if (before.get(event)?.includes(listener)) continue;
      if (event === 'exit') listener.call(process, 0);
      process.removeListener(event, listener);
    }
});

async function studio(words: readonly string[], environment: Record<string, string> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runStudio(words, {
    environment: { DATA_DIR: at('data'), ...environment },
    out: (text) => out.push(text),
    err: (text) => err.push(text),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

interface Case {
  words?(): string[];
  environment?(): Record<string, string>;
  /** Exit code of the real run; a dry run may also exit with 0. */
  code?: number;
  /** Properties of the JSON document, in both the dry run and the real run. */
  says?: object;
}

const ofHost = () => ({
  UPSTREAM_URL: host.url,
  ADMIN_EMAIL: host.admin.email,
  ADMIN_PASSWORD: host.admin.password,
  DATA_DIR: at('before-host'),
});
const logo = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z"/></svg>';
const email = ['--email', 'ada@studio.test'];

/** In order of execution: some commands need the results of earlier ones. */
const cases = {
  // No address and no backup yet: the site runs, and something is wrong.
  doctor: { code: 3, says: { host: null, ok: true } },
  'admin add': {
    words: () => [...email, '--name', 'Ada', '--role', 'recruiter'],
    says: { email: 'ada@studio.test', name: 'Ada', role: 'recruiter' },
  },
  'admin list': {
    says: [{ role: 'owner' }, { email: 'ada@studio.test', name: 'Ada', role: 'recruiter', isInvited: false }],
  },
  'admin reset-password': { words: () => email, says: { email: 'ada@studio.test' } },
  'admin remove-second-step': { words: () => email, says: { hadSecondStep: false } },
  'redirects add': {
    words: () => ['/old', '/team'],
    says: { refused: [], dryRun: expect.any(Boolean) },
  },
  'redirects import': {
    words: () => [at('redirects.csv')],
    says: { refused: [], dryRun: expect.any(Boolean) },
  },
  'redirects list': {},
  'redirects export': { words: () => [at('written.csv')] },
  'redirects remove': { words: () => ['/old'], says: { removed: expect.objectContaining({ from: '/old' }) } },
  'site import': {
    words: () => [at('company')],
    says: { files: [expect.stringMatching(/^logo-[0-9a-f]{16}\.svg$/)] },
  },
  'site export': {
    words: () => [at('company-again')],
    says: { files: ['site.json', expect.stringMatching(/^logo-/)] },
  },
  backup: { words: () => ['--out', at('site.tar.gz')], says: { leftOut: [] } },
  restore: {
    words: () => [at('site.tar.gz')],
    environment: () => ({ DATA_DIR: at('restored') }),
    says: { moved: [] },
  },
  export: { words: () => [at('archive')], says: { counts: expect.objectContaining({ projects: 1 }) } },
  import: {
    words: () => [at('archive')],
    environment: () => ({ DATA_DIR: at('imported') }),
    says: { counts: expect.objectContaining({ projects: expect.objectContaining({ added: 1 }) }) },
  },
  'sample add': { environment: () => ({ DATA_DIR: at('sample') }), says: { isEmpty: true } },
  'sample remove': {
    environment: () => ({ DATA_DIR: at('sample') }),
    says: { removed: expect.objectContaining({ project: 10 }), kept: [] },
  },
  'import pull': { words: () => [at('pulled')], environment: ofHost },
} satisfies Partial<Record<CommandName, Case>> as Partial<Record<CommandName, Case>>;

it('every command is tried here', () => {
  expect(Object.keys(cases).sort()).toEqual([...commandNames].sort());
});

async function tryCommand(
  name: CommandName,
  { words = () => [], environment = () => ({}), code = 0, says }: Case,
) {
  const typed = [...name.split(' '), ...words(), '--json'];
  if (Object.hasOwn(rowOf(name).options, 'dry-run')) {
    const filesBefore = hashesUnder(folder);
    const look = await studio([...typed, '--dry-run'], environment());
    expect([0, code], look.err).toContain(look.code);
    const document: unknown = JSON.parse(look.out);
    if (says) expect(document).toMatchObject(says);
    expect(hashesUnder(folder)).toEqual(filesBefore);
  }
  const done = await studio(typed, environment());
  expect(done.code, done.err).toBe(code);
  const document: unknown = JSON.parse(done.out);
  if (says) expect(document).toMatchObject(says);
}

describe('on a site in files', () => {
  it.each(Object.keys(cases) as CommandName[])(
    '%s: a look writes nothing, and --json is one document',
    (name) => tryCommand(name, cases[name] as Case),
  );

  it('doctor counts the forms that wait in a folder which this release has not started on yet', async () => {
    await mkdir(at('earlier'), { mode: 0o700 });
    const queue = new DatabaseSync(at('earlier/intake.sqlite'));
    queue.exec(`create table intake_items (state text);
      insert into intake_items values ('arriving'), ('waiting'), ('aside'), ('delivered')`);
    queue.close();
    const { out, err } = await studio(['doctor', '--json'], { DATA_DIR: at('earlier') });
    expect(err).toBe('');
    expect(JSON.parse(out)).toMatchObject({ ok: true, waiting: 2 });
  });

  it('doctor judges by what it shows: a call that was silent at first, and then took a draft, is there', async () => {
    host.misbehave({ kind: 'reset' }, { method: 'OPTIONS', path: '/api/saveBlog' });
    const { out } = await studio(['doctor', '--try-writes', '--json'], ofHost());
    const { ok, findings } = JSON.parse(out);
    expect(findings).toContainEqual(
      expect.objectContaining({ subject: 'POST /api/saveBlog', text: 'tried with a draft (--try-writes)' }),
    );
    expect(findings.filter((each: { fatal?: true }) => each.fatal)).toEqual([]);
    expect(ok).toBe(true);
  });

  it('doctor ends with 3 where the site runs and something is wrong with it, and with 0 before its first start', async () => {
    const asked = async (DATA_DIR: string) => (await studio(['doctor', '--json'], { DATA_DIR })).code;
    // No backup was made of the first.
    expect([await asked(at('earlier')), await asked(at('not-there'))]).toEqual([3, 0]);
  });

  it('redirects export leaves a file that is there as it is, and says so', async () => {
    const { code, err } = await studio(['redirects', 'export', at('written.csv')]);
    expect([code, err]).toEqual([1, `${at('written.csv')} already exists; it is left as it is.`]);
  });
});
