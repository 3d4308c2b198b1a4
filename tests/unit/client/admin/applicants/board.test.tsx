import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ActionsProvider } from '../../../../../client/admin/applicants/ApplicantActions.tsx';
import Board from '../../../../../client/admin/applicants/board/Board.tsx';
import type { BoardState } from '../../../../../client/admin/applicants/queries.ts';

it('a column with more applicants than cards leads to the rest, however many cards the others have', () => {
  const rows = ['new', 'interview', 'interview'].map((status, id) => ({ id, status, name: 'Zoya' }));
  const board = {
    shown: ['new', 'interview'],
    hidden: [],
    columns: { data: { data: rows, counts: { new: 2, interview: 2 } } },
    rowsIn: (stage: string) => rows.filter(({ status }) => status === stage),
  } as unknown as BoardState;
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ActionsProvider>
          <Board board={board} />
        </ActionsProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect([...html.matchAll(/\?status=(\w+)"[^>]*>All /g)].map(([, status]) => status)).toEqual(['new']);
});
