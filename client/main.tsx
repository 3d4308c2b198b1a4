import './ui/fonts.css';
import './ui/tokens.css';
import './ui/base.css';
import './ui/layout/layout.css';
import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import type { PageOutcome } from '#shared/page-forms.ts';
import { isOff } from '#shared/site/off-pages.ts';
import { loadContract, setContractLoader } from './api/contract.ts';
import { queryClient } from './api/query-client.ts';
import { chunks } from './app/chunks.ts';
import { type PageState, pageStateId, restorePageState } from './app/page-state.ts';
import { Providers } from './app/providers.tsx';
import { createRouter, createRoutes, readyToHydrate, startNextPages } from './app/router.tsx';
import { loadAllTexts, newestSiteInfo, readSiteInfo } from './site-info.ts';
import { loadWords } from './words.ts';

/** Events that show that a person is about to act: a pointer over an element, a touch, a key, the focus. */
const signs = ['pointerover', 'touchstart', 'keydown', 'focusin'] as const;

/**
 * Calls `begin` once, at the first event that shows that a person is about to act. A person first reads a page, so
 * code for actions can be loaded then.
 */
function onFirstInteraction(begin: () => void) {
  const once = () => {
    for (const sign of signs) removeEventListener(sign, once, true);
    begin();
  };
  for (const sign of signs) addEventListener(sign, once, { capture: true, passive: true });
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const info = readSiteInfo(document);
/** False until the code of a rendered page is loaded, which has the texts that it shows. */
let needsAllTexts = false;
setContractLoader((name, load) => chunks.load(name, load));
const table = createRoutes({
  queries: queryClient,
  language: info.site.language,
  wait: false,
  loadMore: async () => {
    if (needsAllTexts) await loadAllTexts();
  },
  isOff: (name) => isOff(newestSiteInfo(info).site.pages, name),
});
const stateElement = document.getElementById(pageStateId);
if (stateElement) {
  onFirstInteraction(() => {
    warmContract();
    loadAllTexts().catch(() => {});
  });
  hydratePage(root, JSON.parse(stateElement.textContent ?? '') as PageState).catch((error: unknown) => {
    // The page was already reloaded once (chunks.ts). It stays as it is: it can be read, and its links work.
    console.warn('This page stays as the server sent it.', error);
  });
} else void loadWords(info.site.language).finally(() => renderPage(root));

/** Hydrates a server-rendered page: renders the same components with the same data. */
async function hydratePage(element: HTMLElement, state: PageState) {
  restorePageState(queryClient, state, document);
  // Hydration renders the words that the server has rendered, so they are loaded before.
  await loadWords(info.site.language);
  const hydration = await readyToHydrate(table, location.pathname);
  needsAllTexts = true;
  const router = createRouter(table, hydration);
  const served = keepServedHtml(element);
  const onDone = () => {
    served.done();
    dispatchEvent(new Event('hydrated'));
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
 * Puts back the server's HTML if React cannot hydrate it, e.g. in an old browser, or after an extension has changed
 * the page. This HTML can be read, its links and forms work, and it still contains the text that was typed. After
 * hydration, the router's error pages handle errors.
 */
function keepServedHtml(element: HTMLElement) {
  // The copy belongs to another document, so that the browser does not load its images again.
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
      // Runs in a microtask, because React is still working on this tree. The microtask runs before anything is
      // painted.
      queueMicrotask(() => {
        root.unmount();
        element.replaceChildren(...kept.childNodes);
        document.title = title;
        console.warn('This page stays as the server sent it.');
      });
    },
  };
}

/** Calls `onDone` once the page is hydrated, i.e. all effects have run and there was no error. */
function WhenHydrated({ onDone, children }: { onDone: () => void; children: ReactNode }) {
  useEffect(() => {
    const later = setTimeout(onDone);
    return () => clearTimeout(later);
  }, [onDone]);
  return children;
}

function renderPage(element: HTMLElement) {
  // Loads the contract while the visitor reads, because the visitor's first action needs it.
  warmContract();
  // Removes the server's tags: each page now renders its own, and only the first tag of a kind in a document counts.
  document.querySelector('head > title')?.remove();
  document.querySelector('head > meta[name="description"]')?.remove();
  createRoot(element).render(<App router={createRouter(table)} />);
}

/**
 * Loads the contract before it is needed. A failure is ignored, because the call that needs the contract reports it.
 */
function warmContract() {
  loadContract().catch(() => {});
}

function App({ router, outcome }: { router: ReturnType<typeof createRouter>; outcome?: PageOutcome }) {
  return (
    <Providers queries={queryClient} info={info} outcome={outcome}>
      <RouterProvider router={router} />
    </Providers>
  );
}
