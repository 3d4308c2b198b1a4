import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import type { PageOutcome } from '#shared/page-forms.ts';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { PageOutcomeContext } from '../forms/visitor/page-outcome.ts';
import { SiteInfoContext, useNewestSiteInfo } from '../site-info.ts';

interface ProvidersProps {
  queries: QueryClient;
  info: SiteInfo;
  /** The result of a form that was posted to this page without scripts. */
  outcome?: PageOutcome;
  children: ReactNode;
}

/** Contexts that every page needs: the query client, the company, and the result of a posted form. */
export function Providers({ queries, info, outcome, children }: ProvidersProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SiteInfoContext value={useNewestSiteInfo(info)}>
          <PageOutcomeContext value={outcome}>{children}</PageOutcomeContext>
        </SiteInfoContext>
      </QueryClientProvider>
    </StrictMode>
  );
}
