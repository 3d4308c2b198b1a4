import { breadcrumbsJsonLd, type Crumb } from '#shared/json-ld/breadcrumbs.ts';
import { useOrigin } from '../site-info.ts';
import { JsonLd } from './JsonLd.tsx';

/** Where the page stands, for search engines. `trail` ends with the page itself; the home page comes before it unsaid. */
export function Breadcrumbs({ trail }: { trail: readonly Crumb[] }) {
  return <JsonLd data={breadcrumbsJsonLd(trail, useOrigin())} />;
}
