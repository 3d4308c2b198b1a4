import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  storeCategoryTitle,
  storedCategoryTitle,
} from '../../../../../client/admin/portfolio/category-title.ts';
import { asStoredFiles, mainImage } from '../../../../../client/admin/portfolio/stored-images.ts';

describe('the main image of a category may appear as images or image (docs/product.md §3)', () => {
  test.each([
    [{ image: '/storage/a.png' }, '/storage/a.png'],
    [{ images: '/storage/b.png' }, '/storage/b.png'],
    [{ images: ['/storage/c.png', '/storage/d.png'] }, '/storage/c.png'],
    [{ image: null, images: ['/storage/e.png'] }, '/storage/e.png'],
    [{ image: '', images: [] }, undefined],
    [{}, undefined],
  ])('%j', (category, image) => {
    expect(mainImage(category)).toBe(image);
  });
});

test('stored images have a number for a name, and no address of another site', () => {
  expect(
    asStoredFiles(
      [
        { id: 4, image: '/storage/4k.png' },
        { id: 9, image: 'https://elsewhere.example/hdr.png' },
      ],
      'Logo',
    ),
  ).toEqual([
    { id: 4, url: '/storage/4k.png', name: 'Logo 1' },
    { id: 9, url: '', name: 'Logo 2' },
  ]);
  expect(asStoredFiles(undefined, 'Logo')).toEqual([]);
});

describe('the title that View stores (docs/product.md §2)', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    kept.clear();
  });

  test('is there at once for its own category, and for no other', () => {
    storeCategoryTitle({ id: 3, title: 'Film' });
    expect(storedCategoryTitle(3)).toBe('Film');
    expect(storedCategoryTitle(33)).toBeUndefined();
    expect(kept.get('categoryTitle')).toBe('Film');
  });

  test('a browser that stores nothing is no error', () => {
    const refuse = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
    storeCategoryTitle({ id: 3, title: 'Film' });
    expect(storedCategoryTitle(3)).toBeUndefined();
  });
});
