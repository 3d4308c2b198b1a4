import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Checkbox } from '../../../../client/ui/fields/Checkbox.tsx';
import { FileField } from '../../../../client/ui/fields/FileField.tsx';
import { FilesField } from '../../../../client/ui/fields/FilesField.tsx';
import { SegmentedControl } from '../../../../client/ui/fields/SegmentedControl.tsx';
import { Select } from '../../../../client/ui/fields/Select.tsx';
import { DateField, PasswordField, TextField } from '../../../../client/ui/fields/TextField.tsx';

const none = () => {};
const said = { label: 'Title', hint: 'Short', error: 'Title is required.' };

it.each([
  ['input', <TextField key="" {...said} />],
  ['textarea', <TextField key="" {...said} multiline />],
  ['select', <Select key="" {...said} options={[]} />],
  ['input', <Checkbox key="" {...said} />],
  ['fieldset', <SegmentedControl key="" {...said} value="" options={[]} onChange={none} />],
  ['input', <FileField key="" {...said} accept="image/png" onSelect={none} />],
  ['input', <FilesField key="" {...said} files={[]} max={2} onChange={none} />],
])('a field with the control %s ties error and hint to it, the error first', (tag, field) => {
  const html = renderToStaticMarkup(field);
  const control = new RegExp(`<${tag}\\b[^>]*aria-describedby="[^>]*>`).exec(html)?.[0] ?? '';
  expect(html).toMatch(/(aria|data)-invalid="true"/);
  const ids = /aria-describedby="([^"]*)"/.exec(control)?.[1]?.split(' ') ?? [];
  expect(ids.map((id) => new RegExp(`id="${id}">(.*?)</p>`).exec(html)?.[1])).toEqual([
    expect.stringContaining('Title is required.'),
    'Short',
  ]);
});

it('a password is hidden, and can be shown', () => {
  const html = renderToStaticMarkup(<PasswordField label="Password" autoComplete="current-password" />);
  expect(html).toMatch(/<input[^>]* type="password"[^>]*>[\s\S]*<button[^>]*>/);
});

it('a date is not read-only while its form is busy, as it could not take the focus afterwards in Firefox', () => {
  expect(renderToStaticMarkup(<DateField label="Closes" readOnly />)).not.toMatch(/readonly/i);
});
