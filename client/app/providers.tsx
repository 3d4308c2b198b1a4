import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import type { SiteInfo } from '#shared/site/site-info.ts';
import { SiteInfoContext } from '../site-info/site-info.ts';
import { Toaster } from '../ui/toast/Toaster.tsx';

interface ProvidersProps {
  queries: QueryClient;
  info: SiteInfo;
  children: ReactNode;
}

/** What every page may rely on: queries, the company and toasts. */
export function Providers({ queries, info, children }: ProvidersProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SiteInfoContext value={info}>{children}</SiteInfoContext>
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}
