import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SortableList } from '../../../../client/ui/SortableList.tsx';

describe('a sortable list', () => {
  const markup = (as: 'ul' | 'tbody', disabled = false) => {
    const list = (
      <SortableList
        label="Team"
        as={as}
        items={['Ayesha', 'Bilal']}
        getId={(name) => name}
        getName={(name) => name}
        renderItem={(name, handle) =>
          as === 'ul' ? (
            <>
              {handle} {name}
            </>
          ) : (
            <td>
              {handle} {name}
            </td>
          )
        }
        onReorder={() => {}}
        disabled={disabled}
      />
    );
    return renderToStaticMarkup(as === 'ul' ? list : <table>{list}</table>);
  };

  it('keeps the buttons at the ends reachable, though they do nothing', () => {
    const first = /<button[^>]*aria-label="Move Ayesha up"[^>]*>/.exec(markup('ul'))?.[0];
    expect(first).toContain('aria-disabled="true"');
    expect(first).not.toContain('disabled=""');
  });

  it('makes rows inside a table, and nothing there that a table cannot hold', () => {
    expect(markup('tbody')).toMatch(/^<table><tbody[^>]*><tr[^>]*><td>/);
    expect(markup('tbody')).not.toContain('<div');
  });

  it('can be held still', () => {
    expect(markup('ul', true).match(/disabled=""/g)).toHaveLength(6);
  });
});
