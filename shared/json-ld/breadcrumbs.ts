/** One step of the path from the home page to a page. */
export interface Crumb {
  name: string;
  /** Path on this site. */
  path: string;
}

/**
 * Returns the breadcrumbs of a page (developers.google.com/search/docs/appearance/structured-data/breadcrumb).
 * `trail` ends with the page itself; the home page, called `home`, is added in front.
 */
export function breadcrumbsJsonLd(trail: readonly Crumb[], origin: string, home: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: home, path: '/' }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  } as const;
}
