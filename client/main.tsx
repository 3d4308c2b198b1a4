// First of all: schemas are made while modules load.
import './api/zod-without-eval.ts';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from './api/query-client.ts';
import { type PageState, pageStateId, restorePageState } from './app/page/page-state.ts';
import { Providers } from './app/providers.tsx';
import { createRouter, createRoutes, readyToHydrate } from './app/router.tsx';
import { readSiteInfo } from './site-info/site-info.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const info = readSiteInfo(document);
const table = createRoutes({ queries: queryClient, wait: false });
const brought = document.getElementById(pageStateId);
if (brought) {
  goOnFromServer(root, JSON.parse(brought.textContent ?? '') as PageState).catch((error: unknown) => {
    // The page has had its reload (chunk-loader.ts). What stands in it can be read, and its links lead on.
    console.warn('This page stays as the server sent it.', error);
  });
} else startHere(root);

/** The server has rendered this page: the same tree takes it over, with the same data. */
async function goOnFromServer(element: HTMLElement, state: PageState): Promise<void> {
  restorePageState(queryClient, state);
  const hydration = await readyToHydrate(table, location.pathname);
  const router = createRouter(table, hydration);
  startTransition(() => {
    hydrateRoot(element, <App router={router} />);
  });
}

function startHere(element: HTMLElement): void {
  // From here on each page renders its own; the first ones in the document would hide them.
  document.querySelector('head > title')?.remove();
  document.querySelector('head > meta[name="description"]')?.remove();
  createRoot(element).render(<App router={createRouter(table)} />);
}

function App({ router }: { router: ReturnType<typeof createRouter> }) {
  return (
    <Providers queries={queryClient} info={info}>
      <RouterProvider router={router} />
    </Providers>
  );
}
