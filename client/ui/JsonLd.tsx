/**
 * Structured data for search engines. A data block, which no content security policy needs to allow; `<` is written so that no
 * text inside can end the element.
 */
export function JsonLd({ data }: { data: object }) {
  return (
    <script
      type="application/ld+json"
      // As it is, and not compared when a browser takes the page over: a text that it has read from the document may be written in
      // other signs than the server's.
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  );
}
