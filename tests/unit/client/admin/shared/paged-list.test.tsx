import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { firstPage, PagedList } from '../../../../../client/admin/shared/PagedList.tsx';

it('rows that could not be read again stay, and a note above them says so', () => {
  const html = renderToStaticMarkup(
    <PagedList
      list={{
        data: { data: ['A post'] },
        error: new Error('Not today.'),
        isPlaceholderData: false,
        isFetching: false,
        refetch: async () => {},
      }}
      params={firstPage}
      what="posts"
      one="post"
      empty={undefined}
    >
      {(rows) => <ul>{rows}</ul>}
    </PagedList>,
  );
  expect(html).toMatch(/role="alert".*The posts could not be loaded\..*Try again.*<ul>A post/);
});
