import type { ReactNode } from 'react';
import { sampleSite } from '#shared/site/sample-site.ts';
import { SiteInfoContext } from '../../../client/site-info.ts';

/** Wraps a test's component in the company's context, as every page is. */
export function InCompany({
  site = sampleSite,
  children,
}: {
  site?: typeof sampleSite;
  children: ReactNode;
}) {
  return <SiteInfoContext value={{ site, origin: 'https://studio.example' }}>{children}</SiteInfoContext>;
}
