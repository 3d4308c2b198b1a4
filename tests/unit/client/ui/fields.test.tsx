import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Button } from '../../../../client/ui/Button.tsx';
import { FileField } from '../../../../client/ui/fields/FileField.tsx';
import { TextField } from '../../../../client/ui/fields/TextField.tsx';

const attribute = (html: string, tag: string, name: string) =>
  new RegExp(`<${tag}\\b[^>]*\\s${name}="([^"]*)"`).exec(html)?.[1];

describe.each([
  ['TextField', 'input', (error?: string) => <TextField label="Title" hint="Short" error={error} />],
  [
    'multiline TextField',
    'textarea',
    (error?: string) => <TextField label="Title" hint="Short" error={error} multiline />,
  ],
  [
    'FileField',
    'input',
    (error?: string) => (
      <FileField label="Title" hint="Short" error={error} accept="image/png" onSelect={() => {}} />
    ),
  ],
])('%s', (_name, tag, field) => {
  it('ties label, hint and error to the control', () => {
    const html = renderToStaticMarkup(field('Title is required.'));
    const id = attribute(html, tag, 'id');
    expect(attribute(html, 'label', 'for')).toBe(id);
    expect(attribute(html, tag, 'aria-invalid')).toBe('true');
    const described = attribute(html, tag, 'aria-describedby')?.split(' ') ?? [];
    const texts = described.map((each) => new RegExp(`id="${each}">(.*?)</p>`).exec(html)?.[1]);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('Title is required.');
    expect(texts[1]).toBe('Short');
  });

  it('is not invalid without an error', () => {
    const html = renderToStaticMarkup(field());
    expect(html).not.toContain('aria-invalid');
    expect(attribute(html, tag, 'aria-describedby')).toMatch(/-hint$/);
  });
});

describe('Button', () => {
  it('shows the busy label of docs/product.md §4 and cannot be pressed meanwhile', () => {
    const html = renderToStaticMarkup(
      <Button busy busyLabel="Creating...">
        Add blog
      </Button>,
    );
    expect(html).toContain('>Creating...<');
    expect(html).toMatch(/\sdisabled=""/);
  });

  it('does not submit a form unless it is told to', () => {
    expect(renderToStaticMarkup(<Button>Go</Button>)).toContain('type="button"');
    expect(renderToStaticMarkup(<Button type="submit">Go</Button>)).toContain('type="submit"');
  });
});
