import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ProgressBar } from '../../../../client/ui/ProgressBar.tsx';

const markup = (value: number, max: number, onCancel?: () => void) =>
  renderToStaticMarkup(<ProgressBar label="Sending" value={value} max={max} onCancel={onCancel} />);
const announced = (html: string) => /role="status"[^>]*>([^<]*)</.exec(html)?.[1];

describe('the progress bar', () => {
  it('says 100 only when all is done', () => {
    expect(markup(999, 1000)).toContain('>99%<');
    expect(markup(1000, 1000)).toContain('>100%<');
  });

  it('never runs over its end', () => {
    expect(markup(1200, 1000)).toMatch(/<progress[^>]*value="1000"/);
  });

  it('announces quarters only', () => {
    expect(announced(markup(260, 1000))).toBe('Sending 25%');
    expect(announced(markup(499, 1000))).toBe('Sending 25%');
    expect(announced(markup(500, 1000))).toBe('Sending 50%');
  });

  it('has no value while the size is not known', () => {
    const html = markup(0, 0);
    expect(html).not.toMatch(/NaN|value=/);
    expect(announced(html)).toBe('Sending');
  });

  it('offers to cancel only where that is possible', () => {
    expect(markup(1, 2)).not.toContain('<button');
    expect(markup(1, 2, () => {})).toContain('Cancel</button>');
  });
});
