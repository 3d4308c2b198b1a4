import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseHostFile } from '../../../hosts/host-file/load.ts';
import { problemOfPath, readAt, writeAt } from '../../../hosts/host-file/map-path.ts';
import { openHostFile } from '../../../hosts/open-host-file.ts';
import { loadConfig } from '../../../server/config.ts';
import { hostSchema } from '../../../tools/generate/host-schema.ts';

const smallest = { version: 1, root: 'https://api.example.com/v2', dates: { zone: 'UTC' } };

function problemsOf(change: Record<string, unknown>): readonly string[] {
  try {
    parseHostFile(JSON.stringify({ ...smallest, ...change }), 'host.json');
    return [];
  } catch (error) {
    return (error as { problems: string[] }).problems;
  }
}

describe('host.json', () => {
  it('is fine with an address and a zone, and takes the rest from the contract', () => {
    const file = parseHostFile(JSON.stringify(smallest), 'host.json');
    expect(file).toMatchObject({ preset: 'contract', unnamed: 'absent', token: { send: 'bearer' } });
    expect(file.root.href).toBe('https://api.example.com/v2');
  });

  it('has comments: texts under the name // in any object, and nothing else there', () => {
    const calls = {
      '//': ['Two', 'lines'],
      blogs: { '//': 'Why', path: '/x', add_query: { '//': 'x', a: 1 } },
    };
    const file = parseHostFile(JSON.stringify({ '//': 'x', ...smallest, calls }), 'host.json');
    expect(file.calls).toEqual({ blogs: { path: '/x', from: 'root', add_query: { a: 1 } } });
    expect(problemsOf({ '//': { x: 1 } })).toEqual(['//: unknown setting']);
  });

  it('is opened with a warning if the token check lacks the words for roles that the sign-in has', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'host-file-'));
    const path = join(folder, 'host.json');
    const role = { at: 'role', values: { owner: 'boss' } };
    const token = { from: { body: 't' }, user: { role }, check: { path: '/me', user: { role: 'role' } } };
    await writeFile(path, JSON.stringify({ ...smallest, token }), { mode: 0o600 });
    const warnings: string[] = [];
    await openHostFile(path, loadConfig({}), (text) => warnings.push(text));
    await rm(folder, { recursive: true });
    expect(warnings).toEqual([expect.stringMatching(/token\.user\.role .* token\.check\.user\.role/)]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['version', { version: 2 }, 'version: must be 1: this release supports no other version'],
    [
      'files without a call that takes them',
      { calls: { saveBlog: { path: '/x', uploads: { blog_image: 'cover' } } } },
      'calls.saveBlog.uploads.blog_image: needs media.upload: the call that takes the file',
    ],
    [
      'a file that the call does not have',
      { media: { upload: { path: '/f' } }, calls: { saveBlog: { path: '/x', uploads: { cv: 'cover' } } } },
      'calls.saveBlog.uploads.cv: this call has no such file; it has blog_image, share_image',
    ],
    [
      'a file that goes both ways',
      {
        media: { upload: { path: '/f' } },
        calls: { saveBlog: { path: '/x', body: { blog_image: 'a' }, uploads: { blog_image: 'b' } } },
      },
      'calls.saveBlog.uploads.blog_image: must not be in body as well',
    ],
    [
      'the value of an upload',
      { media: { upload: { path: '/f', value: 7 } } },
      'media.upload.value: must be a place, or {name: place}',
    ],
    ['a setting that is not there', { rot: 1 }, 'rot: unknown setting'],
    ['root with a query', { root: 'https://a.example/?x=1' }, 'root: must not have a query or fragment'],
    [
      'root with a password',
      { root: 'https://a:b@a.example' },
      'root: must not have a user name or password',
    ],
    [
      'a zone',
      { dates: { zone: 'Mars' } },
      'dates.zone: must be the name of a time zone, such as UTC or Asia/Karachi',
    ],
    ['no dates', { dates: undefined }, 'dates: is missing'],
    ['no zone', { dates: {} }, 'dates.zone: is missing'],
    ['dates that are text', { dates: 'UTC' }, 'dates: must be an object'],
    ['how flags are written', { booleans: 'yes' }, 'booleans: must be "numbers" or "booleans" or "texts"'],
    [
      'a method',
      { calls: { blogs: { path: '/p', method: 'HEAD' } } },
      'calls.blogs.method: must be "GET" or',
    ],
    ['a call without a path', { calls: { blogs: { query: {} } } }, 'calls.blogs.path: is missing'],
    [
      'a long path',
      { calls: { blogs: { path: `/${'p'.repeat(500)}` } } },
      'calls.blogs.path: must have at most 500 characters',
    ],
    ['a rate of no whole number', { calls_per_minute: 1.5 }, 'calls_per_minute: must be a whole number'],
    ['a rate in words', { calls_per_minute: 'many' }, 'calls_per_minute: must be a number'],
    [
      'a call',
      { calls: { blog: 'absent' } },
      'calls.blog: there is no such call of an API host; did you mean blogs?',
    ],
    [
      'a word',
      { calls: { blogs: 'gone' } },
      'calls.blogs: must be "absent", "as_contract" or an object with path',
    ],
    [
      'a path',
      { calls: { blogs: { path: 'posts' } } },
      'calls.blogs.path: must be a path such as /posts/{id}',
    ],
    [
      'dots in a path',
      { calls: { blogs: { path: '/a/../b' } } },
      'calls.blogs.path: must not contain . or .. segments',
    ],
    [
      'a mark',
      { calls: { blogs: { path: '/p/{nr}' } } },
      'calls.blogs.path: {nr} is not a parameter of this call; it has none',
    ],
    [
      'a query name',
      { calls: { blogs: { path: '/p', query: { seite: 'p' } } } },
      'calls.blogs.query.seite: this call has no such query parameter; it has page',
    ],
    [
      'a body name',
      { calls: { login: { path: '/l', body: { user: 'u' } } } },
      'calls.login.body.user: this call has no such field; it has email, password',
    ],
    [
      'GET for a sign-in',
      { calls: { login: { path: '/l', method: 'GET' } } },
      'calls.login.method: must not be GET: the call changes something',
    ],
    [
      'a field',
      { fields: { blog: { titel: 't' } } },
      'fields.blog.titel: blog has no such field; it has id, blog_title',
    ],
    ['a place too deep', { fields: { blog: { blog_title: 'a.b.c.d.e.f.g' } } }, 'fields.blog.blog_title: '],
    [
      'a place beyond the object',
      { envelope: { list: 'data.__proto__' } },
      'envelope.list: must not have the name __proto__',
    ],
    [
      'a place beyond the object',
      { envelope: { one: 'constructor' } },
      'envelope.one: must not have the name constructor',
    ],
    ['cursors', { envelope: { paging: 'cursor' } }, 'envelope.paging: pages by cursor are not supported'],
    [
      'a call in other letters',
      { calls: { activeblogs: 'absent' } },
      'calls.activeblogs: there is no such call of an API host; did you mean activeBlogs?',
    ],
    ['Host', { headers: { Host: 'x' } }, 'headers.Host: must not be Host, Cookie, '],
    ['Cookie', { headers: { cookie: 'x' } }, 'headers.cookie: '],
    ['Authorization', { headers: { Authorization: 'x' } }, 'headers.Authorization: '],
    ['Content-Type', { headers: { 'Content-Type': 'x' } }, 'headers.Content-Type: '],
    ['X-Forwarded-For', { headers: { 'X-Forwarded-For': 'x' } }, 'headers.X-Forwarded-For: '],
    [
      'a line break in a header',
      { headers: { 'X-Key': 'a\r\nb' } },
      'headers.X-Key: must be plain ASCII without line breaks',
    ],
    [
      'an alias',
      { media: { origins: { CDN: 'https://c.example' } } },
      'media.origins.CDN: must be 1 to 32 small letters',
    ],
    ...['127.0.0.1:8080', '169.254.169.254', '[::1]', '2130706433', 'localhost', 'cdn.localhost'].map(
      (host): [string, Record<string, unknown>, string] => [
        `a private origin that is not named as one, ${host}`,
        { media: { origins: { cdn: `http://${host}` } } },
        'media.origins.cdn: is an address of this machine or of a private network: its pictures are fetched only with "allow_private": true',
      ],
    ),
    [
      'a list that is none',
      { calls: { singlePost: { in: 'login' } } },
      'calls.singlePost.in: must be the name of a call that gives a list',
    ],
    [
      'a list that is not mapped',
      { calls: { singlePost: { in: 'blogs' } } },
      'calls.singlePost.in: blogs must be a call of this file with a path',
    ],
    ['calls a minute', { calls_per_minute: 0 }, 'calls_per_minute: must be at least 1'],
  ])('names %s', (_what, change, line) => {
    const problems = problemsOf(change);
    expect(problems).toContainEqual(expect.stringContaining(line));
    // No texts of the library.
    expect(problems.join()).not.toMatch(/Invalid|expected|received|Too (small|big)/);
  });

  it('takes a private origin of media that is named as one', () => {
    const own = { url: 'http://10.0.0.7:8080/files', allow_private: true };
    expect(problemsOf({ media: { origins: { own } } })).toEqual([]);
  });

  it('names every bad place at once, and no value', () => {
    const problems = problemsOf({
      headers: { Host: 'secret-1' },
      calls: { x: { path: 'secret-2' } },
      root: 'secret-3',
    });
    expect(problems.length).toBeGreaterThanOrEqual(3);
    expect(problems.join()).not.toMatch(/secret/);
  });

  it('refuses in words what is nested without end', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000);
    const text = JSON.stringify(smallest).replace('}', `},"headers":${deep}`);
    expect(() => parseHostFile(text, 'f')).toThrow('headers: is nested more than 100 deep');
  });

  it('refuses a name of every object wherever it stands', () => {
    expect(() =>
      parseHostFile(
        `{"version":1,"root":"https://a.example","dates":{"zone":"UTC"},"headers":{"__proto__":"x"}}`,
        'f',
      ),
    ).toThrow('__proto__');
    expect(() =>
      parseHostFile(
        `{"version":1,"root":"https://a.example","dates":{"zone":"UTC"},"calls":{"constructor":"absent"}}`,
        'f',
      ),
    ).toThrow('constructor');
  });

  it.each([
    ['{"headers": {"X-Key": "secret" "b"}}', 'line 1, column 32'],
    ['{\n  "a": 1,\n  b: 2\n}', 'line 3, column 3'],
    ['{\n  "a": 1,\n}\n', 'line 3, column 1'],
    ['{\r\n  "a": tru\r\n}', 'line 2, column 11'],
    ['{\n  "a": "b', 'line 2, column 10'],
    ['{"a": 1}\n}', 'line 2, column 1'],
    ['', 'line 1, column 1'],
  ])('says where the JSON is broken without quoting it: %j', (text, place) => {
    expect(() => parseHostFile(text, 'host.json')).toThrow(`the file is not valid JSON: ${place}`);
    expect(() => parseHostFile('{"headers": {"X-Key": "secret" "b"}}', 'host.json')).not.toThrow(/secret/);
  });
});

describe('places', () => {
  it('go by own keys alone', () => {
    expect(readAt({ a: [{ b: 1 }] }, ['a', '0', 'b'])).toBe(1);
    expect(readAt({}, ['toString'])).toBeUndefined();
    expect(readAt('text', ['length'])).toBeUndefined();
    expect(readAt(Object.create({ inherited: 1 }), ['inherited'])).toBeUndefined();
    const made = {};
    writeAt(made, ['a', 'b'], 1);
    expect(made).toEqual({ a: { b: 1 } });
    expect(problemOfPath('a.prototype')).toMatch('prototype');
  });
});

it('docs/host.schema.json is what reads the file (npm run generate -- host-schema)', async () => {
  const published = await readFile(join(import.meta.dirname, '../../../docs/host.schema.json'), 'utf8');
  expect(published).toBe(hostSchema());
});
