/**
 * Returns the path of every public page with content, as the product's own sitemap lists them. Throws if there are
 * none.
 */
export async function pathsOfSitemap({ url }: { url: string }): Promise<string[]> {
  const text = await (await fetch(`${url}/sitemap.xml`)).text();
  const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => {
    const { pathname, search } = new URL(address.replaceAll('&amp;', '&'));
    return pathname + search;
  });
  if (paths.length === 0) throw new Error(`${url}/sitemap.xml lists nothing`);
  return paths;
}
