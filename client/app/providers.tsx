import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, StrictMode } from 'react';
import { Toaster } from '../ui/toast/Toaster.tsx';

/** What every page may rely on: queries and toasts. */
export function Providers({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  return (
    <StrictMode>
      <QueryClientProvider client={queries}>
        {children}
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}
