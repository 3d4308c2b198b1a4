import { randomBytes } from 'node:crypto';
import { extensionOf } from '../support/pictures.ts';
import type { ReceivedFile } from '../support/server.ts';
import type { Group, News, Person, PrefixedData, Work } from './content.ts';
import {
  type Actions,
  byId,
  type Call,
  done,
  Failed,
  removeRow,
  rows,
  savedRow,
  truth,
} from './framework.ts';

export function actionsOf(data: PrefixedData): Actions {
  const newest = (all: News[]) => [...all].sort((one, other) => other.created - one.created);
  const sorted = <Row extends { sort: number }>(all: Row[]) =>
    [...all].sort((one, other) => one.sort - other.sort);
  const news = (row: News) => ({ ...row, id: String(row.id) });
  const person = (row: Person) => ({ ...row, id: String(row.id), sort: String(row.sort) });
  const group = (row: Group) => ({
    ...row,
    id: String(row.id),
    works: String(data.works.filter(({ group_id }) => group_id === row.id).length),
  });
  const work = (row: Work) => ({
    ...row,
    id: String(row.id),
    group_id: String(row.group_id),
    sort: String(row.sort),
    pictures: row.pictures.map(({ id, file }) => ({ id: String(id), file })),
  });

  return {
    'GET /news': ['everybody', (call) => rows(call, newest(data.news.filter((row) => row.is_active)), news)],
    'GET /news/all': ['editor', (call) => rows(call, newest(data.news), news)],
    'GET /news/item': [
      'everybody',
      (call) => {
        const row = byId(call, data.news);
        if (!row.is_active && call.account?.level !== 'editor') throw new Failed('Record not found');
        return done({ row: news(row) });
      },
    ],
    'POST /news/save': ['editor', (call) => saveNews(call, data)],
    'POST /news/remove': ['editor', (call) => removeRow(call, data.news)],

    'GET /portfolio/groups': ['everybody', (call) => rows(call, data.groups, group)],
    'GET /portfolio/group': ['everybody', (call) => done({ row: group(byId(call, data.groups)) })],
    'POST /portfolio/groups/save': ['editor', (call) => saveGroup(call, data)],
    'POST /portfolio/groups/remove': [
      'editor',
      (call) => {
        const { id } = byId(call, data.groups);
        if (data.works.some(({ group_id }) => group_id === id))
          throw new Failed('This group still has works');
        return removeRow(call, data.groups);
      },
    ],
    'GET /portfolio/works': [
      'everybody',
      (call) => {
        const { group: wanted } = call.input;
        return rows(
          call,
          sorted(data.works.filter(({ group_id }) => !wanted || String(group_id) === wanted)),
          work,
        );
      },
    ],
    'GET /portfolio/work': ['everybody', (call) => done({ row: work(byId(call, data.works)) })],
    'POST /portfolio/works/save': ['editor', (call) => saveWork(call, data)],
    'POST /portfolio/works/remove': ['editor', (call) => removeRow(call, data.works)],
    'POST /portfolio/pictures/remove': [
      'editor',
      ({ input }) => {
        const row = data.works.find(({ pictures }) => pictures.some(({ id }) => String(id) === input.id));
        if (!row) throw new Failed('Record not found');
        row.pictures = row.pictures.filter(({ id }) => String(id) !== input.id);
        return done(null, 'Deleted');
      },
    ],

    'GET /staff': [
      'everybody',
      (call) => rows(call, sorted(data.staff.filter((row) => row.is_active)), person),
    ],
    'GET /staff/all': ['editor', (call) => rows(call, sorted(data.staff), person)],
    'POST /staff/save': ['editor', (call) => savePerson(call, data)],
    'POST /staff/remove': ['editor', (call) => removeRow(call, data.staff)],

    // The customer area, which is unrelated to the pages.
    'GET /account': [
      'everybody',
      ({ account }) => {
        if (!account) throw new Failed('Login required');
        return done({ row: account });
      },
    ],
  };
}

function saveNews(call: Call, data: PrefixedData) {
  const { input, files } = call;
  check(call, {
    title: !input.title && 'Title is missing',
    text: !input.text && 'Text is missing',
    image: !input.id && !files.image && 'Please choose an image',
  });
  const row = savedRow(call, data.news, () => ({ teaser: '', image: '', author: 'redaktion', tags: '' }));
  Object.assign(row, { title: input.title, text: input.text, is_active: truth(input.is_active) });
  row.teaser = input.teaser ?? row.teaser;
  row.tags = input.tags ?? row.tags;
  row.image = keep(files.image, data.media, 'news')[0] ?? row.image;
  return saved(row);
}

function saveGroup(call: Call, data: PrefixedData) {
  const { input, files } = call;
  check(call, { name: !input.name && 'Name is missing' });
  const row = savedRow(call, data.groups, () => ({ image: '' }));
  row.name = input.name ?? '';
  row.image = keep(files.image, data.media, 'groups')[0] ?? row.image;
  return saved(row);
}

function saveWork(call: Call, data: PrefixedData) {
  const { input, files } = call;
  check(call, {
    name: !input.name && 'Name is missing',
    text: !input.text && 'Text is missing',
    group_id: !data.groups.some(({ id }) => String(id) === input.group_id) && 'Unknown group',
  });
  const row = savedRow(call, data.works, () => ({ pictures: [], link: '', sort: 0 }));
  Object.assign(row, { name: input.name, text: input.text, group_id: Number(input.group_id) });
  row.link = input.link ?? row.link;
  row.sort = Number(input.sort ?? row.sort) || 0;
  for (const file of keep(files.pictures, data.cdn, 'works')) {
    const id = 1 + Math.max(0, ...data.works.flatMap(({ pictures }) => pictures.map((each) => each.id)));
    row.pictures.push({ id, file });
  }
  return saved(row);
}

function savePerson(call: Call, data: PrefixedData) {
  const { input, files } = call;
  check(call, { fullname: !input.fullname && 'Name is missing', job: !input.job && 'Job is missing' });
  const row = savedRow(call, data.staff, () => ({ about: '', photo: '', sort: data.staff.length }));
  Object.assign(row, { fullname: input.fullname, job: input.job });
  row.about = input.about ?? row.about;
  row.sort = Number(input.sort ?? row.sort) || 0;
  row.is_active = input.is_active === undefined ? (row.is_active ?? true) : truth(input.is_active);
  row.photo = keep(files.photo, data.media, 'staff')[0] ?? row.photo;
  return saved(row);
}

/** Throws if fields are wrong: one text for each field, all at once. */
function check({ files }: Call, fields: Record<string, string | false>): void {
  const wrong = Object.entries(fields).filter((each): each is [string, string] => each[1] !== false);
  for (const [name, sent] of Object.entries(files)) {
    if (!sent.every((file) => /\.(?:jpe?g|png|gif)$/i.test(file.name))) {
      wrong.push([name, 'Only jpg, png and gif']);
    }
  }
  if (wrong.length > 0) throw new Failed('Please check your input', Object.fromEntries(wrong));
}

/** Stores files on a disk under generated names. */
function keep(files: ReceivedFile[] | undefined, disk: Map<string, Buffer>, folder: string): string[] {
  return (files ?? []).map(({ name, bytes }) => {
    const file = `${randomBytes(4).toString('hex')}.${extensionOf(name)}`;
    disk.set(`${folder}/${file}`, bytes);
    return file;
  });
}

function saved(row: { id: number; changed: number }) {
  row.changed = Math.floor(Date.now() / 1000);
  return done({ id: String(row.id) }, 'Saved');
}
