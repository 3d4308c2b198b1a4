import { expect, test } from 'vitest';
import { asStoredFiles } from '../../../../../client/admin/portfolio/stored-images.ts';

test('stored images have a number for a name, and no address of another site', () => {
  const images = [
    { id: 4, image: '/storage/4k.png' },
    { id: 9, image: 'https://elsewhere.example/hdr.png' },
  ];
  expect(asStoredFiles(images, 'Logo')).toEqual([
    { id: 4, url: '/storage/4k.png', name: 'Logo 1' },
    { id: 9, url: '', name: 'Logo 2' },
  ]);
});
