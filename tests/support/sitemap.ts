/** Returns the addresses of all public pages with content, as the product's own sitemap lists them. */
export async function sitemapOf({ url }: { url: string }) {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text();
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address.replaceAll('&amp;', '&')),
  );
}
