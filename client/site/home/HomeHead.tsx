import { organizationJsonLd, websiteJsonLd } from '#shared/json-ld/organization.ts';
import { pathTo } from '#shared/paths.ts';
import { useSiteInfo } from '../../site-info.ts';
import { JsonLd, PageHead } from '../../ui/PageHead.tsx';

/** What the home page says to machines: who the company is, and what its site is called. */
export function HomeHead() {
  const info = useSiteInfo();
  return (
    <>
      <PageHead description={info.site.pages.home.head.description} path={pathTo('home')} />
      <JsonLd data={organizationJsonLd(info)} />
      <JsonLd data={websiteJsonLd(info)} />
    </>
  );
}
