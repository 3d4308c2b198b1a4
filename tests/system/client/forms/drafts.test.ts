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

/** A file whose size property is faked. */
function fileOf(size: number): File {
  return Object.defineProperty(new File(['x'], `${size}.mp4`), 'size', { value: size });
}

describe('drafts where the browser has no database', () => {
  afterEach(async () => {
    setDraftOwner(undefined);
    await deleteDraft('blog:new');
  });

  test('live in this page, files included, and say that they are not kept', async () => {
    expect(await writeDraft('blog:new', draft, 0)).toBe('failed');
    expect(await readDraft('blog:new')).toEqual(draft);
    expect((await readDraft('blog:new'))?.values.image).toBe(image);
    expect(await readDraft('blog:4')).toBeUndefined();
  });

  test('belong to the admin who wrote them', async () => {
    setDraftOwner('one@studio.example');
    await writeDraft('blog:new', draft, 0);
    setDraftOwner('other@studio.example');
    expect(await readDraft('blog:new')).toBeUndefined();
    expect(await countDrafts()).toBe(0);
    setDraftOwner('one@studio.example');
    expect(await readDraft('blog:new')).toEqual(draft);
    expect(await countDrafts()).toBe(1);
  });

  test('are gone one by one when they are dropped, and all at sign-out', async () => {
    await writeDraft('blog:1', draft, 0);
    await writeDraft('blog:2', draft, 0);
    await writeDraft('blog:3', draft, 0);
    await deleteDraft('blog:1');
    expect(await readDraft('blog:1')).toBeUndefined();
    expect(await countDrafts()).toBe(2);
    const api = await startApi(json(200, { status: 1 }));
    await signOut();
    expect(await countDrafts()).toBe(0);
    await api.close();
  });
});

describe('files of a draft', () => {
  test('are taken out of the values and come back into their fields', () => {
    const values = { title: 'A', image, images: [image, image], tags: ['x'], none: null };
    const { texts, files, list, tooLarge } = splitFiles(values);
    expect(texts).toEqual({ title: 'A', image: null, images: [], tags: ['x'], none: null });
    expect(list).toEqual([image, image, image]);
    expect(tooLarge).toBe(false);
    expect({ ...texts, ...files }).toEqual(values);
  });

  test('that are too large together are left out, the others are not', () => {
    const [video, other] = [fileOf(39 * MIB), fileOf(2 * MIB)];
    const split = splitFiles({ video, images: [other, image] });
    expect(split.list).toEqual([video, image]);
    expect(split.files).toEqual({ video, images: [image] });
    expect(split.tooLarge).toBe(true);
  });
});

describe('whether two states of a form hold the same input', () => {
  test.each<[string, object, object, boolean]>([
    ['equal texts', { a: 'x' }, { a: 'x' }, true],
    ['other texts', { a: 'x' }, { a: 'y' }, false],
    ['an empty text and nothing', { a: '' }, { a: null }, true],
    ['a missing field and an empty one', {}, { a: '' }, true],
    ['a zero and nothing', { a: 0 }, { a: '' }, false],
    ['the same file', { a: image }, { a: image }, true],
    ['another file', { a: image }, { a: new File(['bytes'], 'نقش.png') }, false],
    ['lists in the same order', { a: [image, 1] }, { a: [image, 1] }, true],
    ['lists in another order', { a: [1, 2] }, { a: [2, 1] }, false],
    ['a longer list', { a: [1] }, { a: [1, 2] }, false],
  ])('%s', (_name, one, other, expected) => {
    expect(sameValues(one, other)).toBe(expected);
    expect(sameValues(other, one)).toBe(expected);
  });
});
