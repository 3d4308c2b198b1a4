import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import type { PageOutcome } from '#shared/page-forms.ts';
import { loadContract, setContractLoader } from './api/contract.ts';
import { queryClient } from './api/query-client.ts';
import { chunks } from './app/chunk-loader.ts';
import { onFirstInteraction } from './app/on-first-interaction.ts';
import { type PageState, pageStateId, restorePageState } from './app/page-state.ts';
import { Providers } from './app/providers.tsx';
import { createRouter, createRoutes, readyToHydrate, startNextPages } from './app/router.tsx';
import { readSiteInfo } from './site-info.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const info = readSiteInfo(document);
setContractLoader((name, load) => chunks.load(name, load));
const table = createRoutes({ queries: queryClient, wait: false });
const stateElement = document.getElementById(pageStateId);
if (stateElement) {
  onFirstInteraction(warmContract);
  hydratePage(root, JSON.parse(stateElement.textContent ?? '') as PageState).catch((error: unknown) => {
    // The page was already reloaded once (chunk-loader.ts). It can be read, and its links work.
    console.warn('This page stays as the server sent it.', error);
  });
} else renderPage(root);

/** Hydrates a page that the server has rendered, with the same tree and the same data. */
async function hydratePage(element: HTMLElement, state: PageState): Promise<void> {
  restorePageState(queryClient, state, document);
  const hydration = await readyToHydrate(table, location.pathname);
  const router = createRouter(table, hydration);
  const served = keepServedHtml(element);
  const onDone = () => {
    served.done();
    startNextPages(table, queryClient);
  };
  startTransition(() => {
    const root = hydrateRoot(
      element,
      <WhenHydrated onDone={onDone}>
        <App router={router} outcome={state.outcome} />
      </WhenHydrated>,
      {
        onCaughtError: (error) => served.failed(root, error),
        onUncaughtError: (error) => served.failed(root, error),
      },
    );
  });
}

/**
 * Keeps the server's HTML if React cannot hydrate it (a browser older than the supported ones, an extension that has
 * changed the page): the page is restored as it was, with the text typed into it, because it is worth more than an
 * error page. It can be read, its links work and its forms can be posted. After hydration the router's error pages
 * handle errors.
 */
function keepServedHtml(element: HTMLElement) {
  // A separate document, so that the copy does not load the images again.
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
      // In a microtask, because React is still working on this tree. Nothing is painted before it runs.
      queueMicrotask(() => {
        root.unmount();
        element.replaceChildren(...kept.childNodes);
        document.title = title;
        console.warn('This page stays as the server sent it.');
      });
    },
  };
}

/** Calls `onDone` when the page is hydrated: all its effects have run, and nothing failed. */
function WhenHydrated({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  useEffect(() => {
    const later = setTimeout(onDone);
    return () => clearTimeout(later);
  }, [onDone]);
  return children;
}

function renderPage(element: HTMLElement): void {
  // The first thing a visitor does is read.
  warmContract();
  // From here on each page renders its own tags, and the first of each kind in a document counts.
  document.querySelector('head > title')?.remove();
  document.querySelector('head > meta[name="description"]')?.remove();
  createRoot(element).render(<App router={createRouter(table)} />);
}

/** A failure is reported by the call that needs the contract. */
function warmContract(): void {
  loadContract().catch(() => {});
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
