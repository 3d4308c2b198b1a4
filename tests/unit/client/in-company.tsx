import type { ReactNode } from 'react';
import { sampleSite } from '#shared/site/sample-site.ts';
import { SiteInfoContext } from '../../../client/site-info.ts';

/** Around what a test renders: it speaks of a company, as every page does. */
export function InCompany({
  site = sampleSite,
  children,
}: {
  site?: typeof sampleSite;
  children: ReactNode;
}) {
  return <SiteInfoContext value={{ site, origin: 'https://studio.example' }}>{children}</SiteInfoContext>;
}
