import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { announcements, movedText, SortableList } from '../../../../client/ui/SortableList.tsx';
import { moved } from '../../../../client/ui/use-order.ts';

describe('moving in a list', () => {
  it.each([
    [0, 2, ['b', 'c', 'a']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [5, 0, ['a', 'b', 'c']],
  ])('from %i to %i', (from, to, order) => {
    expect(moved(['a', 'b', 'c'], from, to)).toEqual(order);
  });
});

describe('what is said of a move', () => {
  const names = ['Reel', 'Poster'];
  const words = announcements(
    (id) => names[Number(id)] ?? '',
    (id) => Number(id),
    () => names.length,
  );
  const event = (active: number, over?: number) =>
    ({ active: { id: active }, over: over === undefined ? null : { id: over } }) as Parameters<
      typeof words.onDragEnd
    >[0];

  it('names the item and counts places from 1', () => {
    expect(words.onDragStart(event(0))).toBe('Reel lifted, over place 1 of 2.');
    expect(words.onDragOver(event(0, 1))).toBe('Reel lifted, over place 2 of 2.');
    expect(words.onDragEnd(event(0, 1))).toBe(movedText('Reel', 1, 2));
    expect(words.onDragCancel(event(1))).toBe('Poster is back in its place.');
  });
});

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

  it('has a handle and two buttons for every item, named by it', () => {
    const names = [...markup('ul').matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map((found) => found[1]);
    expect(names).toEqual([
      'Reorder Ayesha',
      'Move Ayesha up',
      'Move Ayesha down',
      'Reorder Bilal',
      'Move Bilal up',
      'Move Bilal down',
    ]);
  });

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
