import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { bindFields } from '../../../../client/forms/bind-fields.ts';
import { TextField } from '../../../../client/ui/fields/TextField.tsx';

function Form({ busy }: { busy: boolean }) {
  const form = useForm({
    defaultValues: { name: 'Ada', place: 'Lahore' },
    errors: { name: { type: 'server', message: 'Name is taken' } },
  });
  const bind = bindFields(form, busy);
  return (
    <>
      <TextField label="Name" {...bind('name')} />
      <TextField label="Place" {...bind('place')} />
    </>
  );
}

const inputs = (busy: boolean) => {
  const html = renderToStaticMarkup(<Form busy={busy} />);
  return { html, controls: html.match(/<input[^>]*>/g) ?? [] };
};

test('a bound field has its name, and its own error alone', () => {
  const { html, controls } = inputs(false);
  expect(controls).toHaveLength(2);
  expect(controls[0]).toContain('name="name"');
  expect(controls[0]).toContain('aria-invalid="true"');
  expect(controls[1]).toContain('name="place"');
  expect(controls[1]).not.toContain('aria-invalid');
  expect(html.match(/Name is taken/g)).toHaveLength(1);
});

test('while the form is busy its fields are read-only and not disabled, so that their values are sent', () => {
  for (const control of inputs(true).controls) {
    expect(control).toMatch(/ readonly/i);
    expect(control).not.toContain(' disabled');
  }
  for (const control of inputs(false).controls) expect(control).not.toMatch(/ readonly/i);
});
