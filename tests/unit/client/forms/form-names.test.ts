import { expect, it } from 'vitest';
import { formNameOf, idInFormName } from '../../../../client/forms/open-form.ts';
import { categoryTransition, projectTransition } from '../../../../client/site/portfolio/display.ts';

it.each([7, 'b7e3f1a0-5c1d-4e52-9a53-0d1c8d1f2a77', 'new', 'copy-7', 'id-7', 'a..b~'])(
  'the form on %j has a name that leads back to it',
  (id) => {
    expect(idInFormName(formNameOf(id))).toBe(id);
  },
);

it('a number is its own name, as in addresses that somebody has kept', () => {
  expect(formNameOf(7)).toBe('7');
});

it.each([undefined, '', 'new', 'category', 'copy-7', 'id-', 'id-7', 'id--x', '-7', 'some-text'])(
  '%j is the form on no thing',
  (name) => {
    expect(idInFormName(name)).toBeUndefined();
  },
);

it('a transition has a name that CSS takes, whatever the id', () => {
  expect(projectTransition(7)).toBe('project-art-7');
  expect(categoryTransition('a..b~c')).toBe('field-art-a\\.\\.b\\~c');
});
