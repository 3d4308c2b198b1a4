import { expect, it } from 'vitest';
import { focalPointOf, pointAfterKey, pointAt } from '../../../../../client/admin/pictures/focal-point.ts';
import { addressOfUse, placeText } from '../../../../../client/admin/pictures/picture-uses.ts';

it('a focal point is a whole percent inside the picture, and the middle while nothing fits', () => {
  expect(focalPointOf('30', '70.4')).toEqual({ x: 30, y: 70 });
  expect(focalPointOf('', 'x')).toEqual({ x: 50, y: 50 });
  expect(focalPointOf('-4', '400')).toEqual({ x: 0, y: 100 });
  const shown = { left: 100, top: 50, width: 400, height: 200 };
  expect(pointAt({ clientX: 200, clientY: 100 }, shown)).toEqual({ x: 25, y: 25 });
  expect(pointAt({ clientX: 0, clientY: 900 }, shown)).toEqual({ x: 0, y: 100 });
});

it('arrow keys move the focal point by one percent, with Shift by ten, as far as the edge', () => {
  const point = { x: 50, y: 95 };
  expect(pointAfterKey(point, { key: 'ArrowLeft', shiftKey: false })).toEqual({ x: 49, y: 95 });
  expect(pointAfterKey(point, { key: 'ArrowDown', shiftKey: true })).toEqual({ x: 50, y: 100 });
  expect(pointAfterKey(point, { key: 'Enter', shiftKey: false })).toBeUndefined();
});

it('each place that uses a picture is told by its field, and leads to its form or to the trash', () => {
  const place = { id: 7, title: 'A', is_deleted: 0 };
  const project = { ...place, kind: 'project', field: 'share_image', category_id: 3 } as const;
  expect(placeText(project)).toBe('Project, share image');
  expect(addressOfUse(project)).toBe('/admin/portfolio/projects/3?form=7');
  expect(placeText({ ...place, kind: 'team', field: 'image' })).toBe('Team member, photo');
  expect(addressOfUse({ ...place, kind: 'category', field: 'tech_image' })).toBe('/admin/portfolio?form=7');
  expect(addressOfUse({ ...place, kind: 'blog', field: 'blog_image', is_deleted: 1 })).toBe('/admin/trash');
});
