import { expect, it } from 'vitest';
import { formNameOf, idInFormName } from '../../../../client/forms/open-form.ts';

it.each([7, 'b7e3f1a0-5c1d-4e52-9a53-0d1c8d1f2a77', 'new', 'copy-7', 'id-7', 'a..b~'])(
  'the form on %j has a name that leads back to it',
  (id) => {
    expect(idInFormName(formNameOf(id))).toBe(id);
  },
);

it.each([undefined, '', 'new', 'category', 'copy-7', 'id-', 'id-7', 'id--x', '-7', 'some-text'])(
  '%j is the form on no thing',
  (name) => {
    expect(idInFormName(name)).toBeUndefined();
  },
);
