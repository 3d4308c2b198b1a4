import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { loadHostFile, parseHostFile } from '../../../hosts/host-file/load.ts';
import { readAt, writeAt } from '../../../hosts/host-file/pieces.ts';
import { hostSchema } from '../../../tools/generate/host-schema.ts';
import { folderForAll } from '../../support/temp-folder.ts';

const smallest = { version: 1, root: 'https://api.example.com/v2', dates: { zone: 'UTC' } };
const parse = (change: object) => parseHostFile(JSON.stringify({ ...smallest, ...change }), 'host.json');

it('has comments: texts under the name // in any object, and nothing else there', () => {
  const calls = {
    '//': ['Two', 'lines'],
    blogs: { '//': 'Why', path: '/x', add_query: { '//': 'x', a: 1 } },
  };
  expect(parse({ '//': 'x', calls })).toMatchObject({
    ...{ preset: 'contract', unnamed: 'absent', token: { send: 'bearer' } },
    calls: { blogs: { path: '/x', from: 'root', add_query: { a: 1 } } },
  });
  expect(() => parse({ '//': { x: 1 } })).toThrow('//: unknown setting');
});

const call = (name: string, said: object) => ({ calls: { [name]: { path: '/p', ...said } } });

it.each<[object, string]>([
  [{ version: 2 }, 'version: must be 1: this release supports no other version'],
  [{ rot: 1 }, 'rot: unknown setting'],
  [{ root: 'https://a.example/?x=1' }, 'root: must not have a query or fragment'],
  [{ root: 'https://a:b@a.example' }, 'root: must not have a user name or password'],
  [{ dates: {} }, 'dates.zone: is missing'],
  [
    { envelope: { success: { at: 'ok', is: {} } } },
    'envelope.success.is: must be the value that means success, or a list',
  ],
  [{ calls: { blogs: { query: {} } } }, 'calls.blogs.path: is missing'],
  [{ calls: { blog: 'absent' } }, 'calls.blog: there is no such call of an API host'],
  [call('blogs', { path: '/a/../b' }), 'calls.blogs.path: must not contain . or .. segments'],
  [call('blogs', { path: '/p/{nr}' }), 'calls.blogs.path: {nr} is not a parameter of this call; it has none'],
  [
    call('blogs', { query: { seite: 'p' } }),
    'query.seite: this call has no such query parameter; it has page',
  ],
  [call('login', { body: { user: 'u' } }), 'body.user: this call has no such field; it has email, password'],
  [call('login', { method: 'GET' }), 'calls.login.method: must not be GET: the call changes something'],
  [call('saveBlog', { uploads: { blog_image: 'a' } }), 'calls.saveBlog.uploads: needs media.upload'],
  [call('singlePost', { path: undefined, in: 'blogs' }), 'singlePost.in: blogs must be a call of this file'],
  [{ fields: { blog: { titel: 't' } } }, 'fields.blog.titel: blog has no such field; it has id, blog_title'],
  [{ fields: { blog: { blog_title: 'a.b.c.d.e.f.g' } } }, 'fields.blog.blog_title: must have at most 6'],
  [{ envelope: { list: 'data.__proto__' } }, 'envelope.list: must not have the name __proto__'],
  [{ calls: { constructor: 'absent' } }, 'constructor: unknown setting'],
  [{ headers: { Host: 'x' } }, 'headers.Host: must not be Host, Cookie, '],
  [{ headers: { cookie: 'x' } }, 'headers.cookie: '],
  [{ headers: { Authorization: 'x' } }, 'headers.Authorization: '],
  [{ headers: { 'X-Forwarded-For': 'x' } }, 'headers.X-Forwarded-For: '],
  [{ headers: { 'X-Key': 'a\r\nb' } }, 'headers.X-Key: must be plain ASCII without line breaks'],
  ...['127.0.0.1:8080', '169.254.169.254', '[::1]', '2130706433', 'cdn.localhost'].map(
    (host): [object, string] => [{ media: { origins: { cdn: `http://${host}` } } }, 'of a private network'],
  ),
])('names what is wrong with %j', (change, line) => {
  expect(() => parse(change)).toThrow(line);
});

let folder: string;
folderForAll((made) => {
  folder = made;
});

it.each<[string, object, string[]]>([
  [
    'addProject',
    { send: 'json', uploads: { images: 'photos.0.id' } },
    ['addProject.uploads.images is the place of one item: a list is photos[], or photos[].id.'],
  ],
  [
    'updateTeamMember',
    { resend: { bio: 'bio' } },
    [
      'updateTeamMember.resend does not name photo.url, so a change may empty image: name its place in the record, or null if the host keeps files that are not sent.',
    ],
  ],
  ['updateTeamMember', { resend: { photo_id: 'photo.id', photo: null } }, []],
  ['updateTeamMember', { resend: { photo: null } }, []],
])('%s %j warns of pictures that may be lost, and is read', async (name, said, warnings) => {
  const warn = vi.fn();
  const path = join(folder, 'host.json');
  const fields = { team_member: { image: 'photo.url' } };
  const media = { upload: { path: '/files' } };
  await writeFile(path, JSON.stringify({ ...smallest, ...call(name, said), fields, media }), { mode: 0o600 });
  await expect(loadHostFile(path, warn)).resolves.toMatchObject({ calls: { [name]: said } });
  expect(warn.mock.calls.flat()).toEqual(warnings.map((text) => `${path}: calls.${text}`));
});

it('names every bad place at once, and no value', () => {
  const bad = { headers: { Host: 'secret-1' }, calls: { x: { path: 'secret-2' } }, root: 'secret-3' };
  expect(() => parse(bad)).toThrow(/has [3-9] problems/);
  expect(() => parse(bad)).not.toThrow(/secret/);
});

it('refuses in words what is nested without end', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const text = JSON.stringify(smallest).replace('}', `},"headers":${deep}`);
  expect(() => parseHostFile(text, 'f')).toThrow('headers: is nested more than 100 deep');
});

it.each([
  ['{"headers": {"X-Key": "secret" "b"}}', 'line 1, column 32'],
  ['{\r\n  "a": tru\r\n}', 'line 2, column 11'],
  ['{"a": 1}\n}', 'line 2, column 1'],
])('says where the JSON is broken without quoting it: %j', (text, place) => {
  expect(() => parseHostFile(text, 'host.json')).toThrow(`the file is not valid JSON: ${place}`);
  expect(() => parseHostFile(text, 'host.json')).not.toThrow(/secret/);
});

it('places go by own keys alone', () => {
  expect(readAt({ a: [{ b: 1 }] }, 'a.0.b')).toBe(1);
  expect(readAt({}, 'toString')).toBeUndefined();
  expect(readAt(Object.create({ inherited: 1 }), 'inherited')).toBeUndefined();
  const made = {};
  writeAt(made, 'a.b', 1);
  expect(made).toEqual({ a: { b: 1 } });
});

it('docs/host.schema.json is what reads the file (npm run generate -- host-schema)', async () => {
  const published = await readFile(join(import.meta.dirname, '../../../docs/host.schema.json'), 'utf8');
  expect(published).toBe(hostSchema());
});
