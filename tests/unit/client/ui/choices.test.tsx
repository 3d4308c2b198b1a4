import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Badge } from '../../../../client/ui/Badge.tsx';
import { Checkbox } from '../../../../client/ui/fields/Checkbox.tsx';
import { SegmentedControl } from '../../../../client/ui/fields/SegmentedControl.tsx';
import { Select } from '../../../../client/ui/fields/Select.tsx';
import { Switch } from '../../../../client/ui/fields/Switch.tsx';
import { attribute, describedTexts } from './markup.ts';

const options = [
  { value: 'open', label: 'Open', count: 0 },
  { value: 'closed', label: 'Closed' },
];

describe.each([
  [
    'Select',
    'select',
    (error?: string) => <Select label="Status" hint="Short" error={error} options={options} />,
  ],
  ['Checkbox', 'input', (error?: string) => <Checkbox label="Status" hint="Short" error={error} />],
  ['Switch', 'input', (error?: string) => <Switch label="Status" hint="Short" error={error} />],
  [
    'SegmentedControl',
    'fieldset',
    (error?: string) => (
      <SegmentedControl
        label="Status"
        hint="Short"
        error={error}
        value="open"
        options={options}
        onChange={() => {}}
      />
    ),
  ],
])('%s', (_name, tag, field) => {
  it('ties hint and error to the control, the error first', () => {
    const html = renderToStaticMarkup(field('Please choose.'));
    expect(html).toContain('aria-invalid="true"');
    const [error, hint] = describedTexts(html, tag);
    expect(error).toContain('Please choose.');
    expect(hint).toBe('Short');
  });

  it('is not invalid without an error', () => {
    expect(renderToStaticMarkup(field())).not.toContain('aria-invalid');
  });
});

describe('Select', () => {
  it('names its control and offers nothing first where nothing may be chosen', () => {
    const html = renderToStaticMarkup(<Select label="Category" placeholder="None" options={options} />);
    expect(attribute(html, 'label', 'for')).toBe(attribute(html, 'select', 'id'));
    expect(html).toMatch(/<option value=""[^>]*>None<\/option><option value="open">/);
  });

  it('keeps a busy field readable: read-only, not disabled', () => {
    const html = renderToStaticMarkup(<Select label="Category" readOnly options={options} />);
    expect(html).toContain('aria-readonly="true"');
    expect(html).not.toContain('disabled');
  });
});

describe.each([
  ['Checkbox', Checkbox],
  ['Switch', Switch],
])('%s with a hidden label', (_name, Control) => {
  it('still has its name inside the label', () => {
    const html = renderToStaticMarkup(<Control label="Choose Ayesha" hideLabel />);
    expect(html).toMatch(/<label[^>]*><input[^>]*><span[^>]*>Choose Ayesha<\/span><\/label>/);
  });
});

describe('SegmentedControl', () => {
  const html = renderToStaticMarkup(
    <SegmentedControl label="Status" value="closed" options={options} onChange={() => {}} />,
  );

  it('is a group of radio buttons with one name, and the value chosen', () => {
    expect(html).toMatch(/<legend[^>]*>Status<\/legend>/);
    const names = [...html.matchAll(/ name="([^"]*)"/g)].map((found) => found[1]);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
    expect(html.match(/checked=""/g)).toHaveLength(1);
    expect(/<input[^>]*checked=""[^>]*>/.exec(html)?.[0]).toContain('value="closed"');
  });

  it('counts zero too, and nothing where nobody counted', () => {
    expect(html).toMatch(/Open<\/span><span[^>]*>0<\/span>/);
    expect(html).toMatch(/Closed<\/span><\/label>/);
  });
});

describe('Badge', () => {
  it('says its state in words', () => {
    expect(renderToStaticMarkup(<Badge tone="danger">Overdue</Badge>)).toMatch(/>Overdue<\/span>$/);
  });
});
