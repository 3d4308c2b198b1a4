import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { FileField } from '../../../../client/ui/fields/FileField.tsx';
import { FilesField } from '../../../../client/ui/fields/FilesField.tsx';
import { VideoField } from '../../../../client/ui/fields/VideoField.tsx';
import { attribute, describedTexts } from './markup.ts';

const none = () => {};
const file = (name: string, type: string) => new File(['xx'], name, { type });

describe.each([
  [
    'FilesField',
    (error?: string) => (
      <FilesField label="Images" hint="Up to 12" error={error} files={[]} onChange={none} max={12} />
    ),
  ],
  [
    'VideoField',
    (error?: string) => <VideoField label="Images" hint="Up to 12" error={error} onSelect={none} />,
  ],
])('%s', (_name, field) => {
  it('ties label, hint and error to the control', () => {
    const html = renderToStaticMarkup(field('At least one image is required'));
    expect(attribute(html, 'label', 'for')).toBe(attribute(html, 'input', 'id'));
    expect(attribute(html, 'input', 'aria-invalid')).toBe('true');
    const [error, hint] = describedTexts(html, 'input');
    expect(error).toContain('At least one image is required');
    expect(hint).toBe('Up to 12');
  });
});

describe('FilesField', () => {
  const stored = [{ id: 7, url: '/storage/7.webp', name: 'Cover' }];
  const html = renderToStaticMarkup(
    <FilesField
      label="Images"
      files={[file('a.png', 'image/png'), file('b.png', 'image/png')]}
      stored={stored}
      onRemoveStored={none}
      onChange={none}
      max={3}
    />,
  );

  it('shows the stored ones first, and names every button by its file', () => {
    const removals = [...html.matchAll(/aria-label="Remove ([^"]*)"/g)].map((found) => found[1]);
    expect(removals).toEqual(['Cover', 'a.png', 'b.png']);
    expect(html).toContain('aria-label="Move b.png earlier"');
    expect(html).not.toContain('Move Cover');
  });

  it('keeps the buttons at the ends reachable', () => {
    const earlier = /<button[^>]*aria-label="Move a\.png earlier"[^>]*>/.exec(html)?.[0];
    expect(earlier).toContain('aria-disabled="true"');
    expect(earlier).not.toMatch(/\sdisabled/);
  });

  it('counts stored and new against the limit, and says when all places are taken', () => {
    expect(html).toContain('3 of 3');
    expect(html).toContain('The limit is reached');
  });

  it('offers no removal of stored ones where nobody can do it', () => {
    const fixed = renderToStaticMarkup(
      <FilesField label="Images" files={[]} stored={stored} onChange={none} max={3} />,
    );
    expect(fixed).not.toContain('Remove');
  });
});

describe('VideoField', () => {
  const markup = (removed: boolean) =>
    renderToStaticMarkup(
      <VideoField
        label="Video"
        onSelect={none}
        storedUrl="/storage/1.mp4"
        storedRemoved={removed}
        onRemoveStored={none}
      />,
    );

  it('plays the stored video, and fetches no more of it than it needs', () => {
    expect(markup(false)).toMatch(/<video[^>]*src="\/storage\/1\.mp4"[^>]*preload="metadata"/);
    expect(markup(false)).toContain('>Remove</button>');
  });

  it('has a way back after the stored video was removed', () => {
    expect(markup(true)).not.toContain('<video');
    expect(markup(true)).toContain('will be removed when you save');
    expect(markup(true)).toContain('Keep the video</button>');
  });
});

describe('FileField for a document', () => {
  it('shows no picture, not even of an image', () => {
    const html = renderToStaticMarkup(
      <FileField
        label="CV"
        look="document"
        accept=".pdf"
        file={file('cv.png', 'image/png')}
        previewUrl="/x.png"
        onSelect={none}
      />,
    );
    expect(html).not.toContain('<img');
    expect(html).toContain('cv.png');
  });
});
