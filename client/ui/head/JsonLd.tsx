/**
 * Structured data for search engines. A data block, which no content security policy needs to allow; `<` is written so that no
 * text inside can end the element.
 */
export function JsonLd({ data }: { data: object }) {
  return <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>;
}
