// First of all: schemas are made while modules load.
import './api/zod-without-eval.ts';
import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import type { PageOutcome } from '#shared/page-forms.ts';
import { queryClient } from './api/query-client.ts';
import { type PageState, pageStateId, restorePageState } from './app/page-state.ts';
import { Providers } from './app/providers.tsx';
import { createRouter, createRoutes, readyToHydrate } from './app/router.tsx';
import { readSiteInfo } from './site-info.ts';

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
  restorePageState(queryClient, state, document);
  const hydration = await readyToHydrate(table, location.pathname);
  const router = createRouter(table, hydration);
  const takeOver = keepServed(element);
  startTransition(() => {
    const root = hydrateRoot(
      element,
      <TakeOver onDone={takeOver.done}>
        <App router={router} outcome={state.outcome} />
      </TakeOver>,
      {
        onCaughtError: (error) => takeOver.failed(root, error),
        onUncaughtError: (error) => takeOver.failed(root, error),
      },
    );
  });
}

/**
 * A page that the server has sent is worth more than an error in its place: when React cannot take it over (a browser below
 * our floor, an extension that has changed the page) it is put back as it was, with what was typed into it. It can be read
 * on, its links lead on and its forms are posted. After the take-over errors are for the router's error pages.
 */
function keepServed(element: HTMLElement) {
  // A document that is not shown loads no pictures a second time.
  let served: HTMLElement | undefined = document.implementation
    .createHTMLDocument('')
    .importNode(element, true);
  const { title } = document;
  return {
    done() {
      served = undefined;
    },
    failed(root: Root, error: unknown) {
      console.error(error);
      const kept = served;
      if (!kept) return;
      served = undefined;
      // Not now: React is at work on what it is about to lose. Nothing is painted before a microtask.
      queueMicrotask(() => {
        root.unmount();
        element.replaceChildren(...kept.childNodes);
        document.title = title;
        console.warn('This page stays as the server sent it.');
      });
    },
  };
}

/** Tells when the page is taken over: the effects of everything in it have run, and nothing failed. */
function TakeOver({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  useEffect(() => {
    const later = setTimeout(onDone);
    return () => clearTimeout(later);
  }, [onDone]);
  return children;
}

function startHere(element: HTMLElement): void {
  // From here on each page renders its own; the first ones in the document would hide them.
  document.querySelector('head > title')?.remove();
  document.querySelector('head > meta[name="description"]')?.remove();
  createRoot(element).render(<App router={createRouter(table)} />);
}

interface AppProps {
  router: ReturnType<typeof createRouter>;
  outcome?: PageOutcome | undefined;
}

function App({ router, outcome }: AppProps) {
  return (
    <Providers queries={queryClient} info={info} outcome={outcome}>
      <RouterProvider router={router} />
    </Providers>
  );
}
