import { expect, it } from 'vitest';
import { fieldOfWireName } from '../../../../../client/admin/portfolio/form-problems.ts';

it.each(['tech_image', 'tech_image[0][file]', 'tech_image.0.file', 'tech_image.0'])(
  'what a host refuses as %s stands at the field of the logos',
  (name) => expect(fieldOfWireName(name)).toBe('tech_image'),
);
