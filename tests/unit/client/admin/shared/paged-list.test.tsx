import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { PagedList, redirectToPage } from '../../../../../client/admin/shared/PagedList.tsx';
import { ApiError } from '../../../../../client/api/api-error.ts';

type List = Parameters<typeof PagedList<string>>[0]['list'];

const page = (data: string[], last_page = 1, total?: number) => ({ data, last_page, total });

/** Returns the content of the screen, in the texts of its props. */
function shown(list: Partial<List>, number = 1, announce?: boolean) {
  const query = { data: undefined, error: null, isPlaceholderData: false, isFetching: false, ...list };
  return renderToStaticMarkup(
    <PagedList
      list={{ ...query, refetch: async () => undefined }}
      what="posts"
      label="Pages of posts"
      page={number}
      showPage={() => {}}
      skeleton={<p>skeleton</p>}
      empty={<p>nothing yet</p>}
      {...(announce && { announce: ({ total }) => `${total} posts` })}
    >
      {({ data }, stale) => <p>{`${stale ? 'before: ' : ''}${data.join(', ')}`}</p>}
    </PagedList>,
  );
}

describe('a list shows', () => {
  test('a skeleton until its page has come', () => {
    expect(shown({})).toBe('<p>skeleton</p>');
  });

  test('its rows, and the numbers of its pages when there are several', () => {
    expect(shown({ data: page(['one', 'two']) })).toContain('<p>one, two</p>');
    expect(shown({ data: page(['one', 'two']) })).not.toContain('Pages of posts');
    expect(shown({ data: page(['one', 'two'], 3) })).toContain('aria-label="Pages of posts"');
  });

  test('the rows of the page before, marked as such, while another one is on its way', () => {
    expect(shown({ data: page(['one'], 3), isPlaceholderData: true }, 2)).toContain('<p>before: one</p>');
  });

  test('that there is nothing', () => {
    expect(shown({ data: page([]) })).toBe('<p>nothing yet</p>');
  });

  test('why it could not be loaded; rows that are there stay, but not those of another page', () => {
    const error = new ApiError('network.failed', 0);
    expect(shown({ error })).toContain('The posts could not be loaded');
    expect(shown({ error, data: page(['one']) })).toContain('<p>one</p>');
    expect(shown({ error, data: page(['one']), isPlaceholderData: true })).toContain('could not be loaded');
  });

  test('that the host has no such list', () => {
    const error = new ApiError('host.callMissing', 404);
    expect(shown({ error })).toContain('Your API host does not offer posts');
  });

  test('a skeleton in the place of a page that has nothing, until the last one is there', () => {
    expect(shown({ data: page([], 2) }, 7)).toBe('<p>skeleton</p>');
  });

  test('and says how many there are, of a page that has come and not of the one before it', () => {
    expect(shown({ data: page(['one'], 1, 1) }, 1, true)).toMatch(/role="status"[^>]*>1 posts</);
    expect(shown({ data: page([], 1, 0) }, 1, true)).toMatch(/role="status"[^>]*>0 posts<.*nothing yet/);
    expect(shown({ data: page(['one'], 1, 1), isPlaceholderData: true }, 2, true)).not.toContain('1 posts');
  });
});

test.each([
  ['a page with rows stays', ['one'], 3, 3, undefined],
  ['the first page stays, however empty', [], 1, 1, undefined],
  ['behind the last page the last one is shown', [], 2, 9, 2],
  ['of an empty list that is the first', [], 0, 9, 1],
  ['a page that a host claims and has not leads to the one before it', [], 9, 4, 3],
])('%s', (_name, data, last_page, number, instead) => {
  expect(redirectToPage({ data, last_page }, number)).toBe(instead);
});
