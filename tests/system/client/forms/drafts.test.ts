import { afterEach, describe, expect, test } from 'vitest';
import { MIB } from '#shared/limits.ts';
import { signOut } from '../../../../client/api/session.ts';
import { splitFiles } from '../../../../client/forms/draft-files.ts';
import {
  countDrafts,
  deleteDraft,
  readDraft,
  sameValues,
  setDraftOwner,
  writeDraft,
} from '../../../../client/forms/draft-store.ts';
import { json, startApi } from '../api/http-fixture.ts';

const image = new File(['bytes'], 'نقش.png', { type: 'image/png' });
const draft = { values: { title: 'Naqsh', image }, basedOn: '2026-11-21T10:00:00.000Z', savedAt: 1 };

describe('drafts where the browser has no database', () => {
  afterEach(() => setDraftOwner(undefined));

  test('live in this page, files included, say that they are not kept, and belong to the admin who wrote them', async () => {
    setDraftOwner('one@studio.example');
    expect(await writeDraft('blog:new', draft, 0)).toBe('failed');
    expect((await readDraft('blog:new'))?.values.image).toBe(image);
    expect(await readDraft('blog:4')).toBeUndefined();
    setDraftOwner('other@studio.example');
    expect([await readDraft('blog:new'), await countDrafts()]).toEqual([undefined, 0]);
    setDraftOwner('one@studio.example');
    expect([await readDraft('blog:new'), await countDrafts()]).toEqual([draft, 1]);
    await deleteDraft('blog:new');
  });

  test('are gone one by one when they are dropped, and all at sign-out', async () => {
    for (const id of [1, 2, 3]) await writeDraft(`blog:${id}`, draft, 0);
    await deleteDraft('blog:1');
    expect([await readDraft('blog:1'), await countDrafts()]).toEqual([undefined, 2]);
    const api = await startApi(json(200, { status: 1 }));
    await signOut();
    expect(await countDrafts()).toBe(0);
    await api.close();
  });
});

test('files of a draft come back into their fields, but for those that are too large together', () => {
  const whole = splitFiles({ title: 'A', image, images: [image, image], tags: ['x'], none: null });
  expect(whole.texts).toEqual({ title: 'A', image: null, images: [], tags: ['x'], none: null });
  expect([whole.files, whole.tooLarge]).toEqual([{ image, images: [image, image] }, false]);
  const ofSize = (size: number) => Object.defineProperty(new File(['x'], 'a.mp4'), 'size', { value: size });
  const [video, other] = [ofSize(39 * MIB), ofSize(2 * MIB)];
  const split = splitFiles({ video, images: [other, image] });
  expect(split).toMatchObject({ list: [video, image], files: { video, images: [image] }, tooLarge: true });
});

test.each<[object, object, boolean]>([
  [{ a: 'x' }, { a: 'y' }, false],
  [{ a: '' }, { a: null }, true],
  [{}, { a: '' }, true],
  [{ a: 0 }, { a: '' }, false],
  [{ a: [image, 1] }, { a: [image, 1] }, true],
  [{ a: image }, { a: new File(['bytes'], 'نقش.png') }, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
  [{ a: [1] }, { a: [1, 2] }, false],
])('two states of a form hold the same input: %j, %j: %s', (one, other, expected) => {
  expect([sameValues(one, other), sameValues(other, one)]).toEqual([expected, expected]);
});
