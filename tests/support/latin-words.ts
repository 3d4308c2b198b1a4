/** Words in Latin letters that have no translation: names of products, file types, a law, UTC and currencies. */
const untranslated = /^(PDF|DOCX?|MB|GDPR|UTC|PKR|LinkedIn|OpenStreetMap|linkedin\.com\/in\/you)$/;

/**
 * Returns the words in Latin letters of a page: of its text, of the attributes that people hear or see, and of the
 * title and descriptions in its head. Email addresses and words that have no translation are left out.
 */
export function latinWords(html: string): string[] {
  const [, head = '', body = ''] = /^([\s\S]*?)<body[^>]*>([\s\S]*)/.exec(html) ?? [];
  const texts = [
    /<title>([^<]*)/.exec(head)?.[1],
    ...[...head.matchAll(/<meta (?:name|property)="([\w:]+)" content="([^"]*)"/g)].map(
      ([, name = '', content]) => (/title|description|site_name|alt$/.test(name) ? content : ''),
    ),
    ...[...head.matchAll(/<link rel="alternate"[^>]* title="([^"]*)"/g)].map(([, title]) => title),
    body.replace(/<script[\s\S]*?<\/script>|<wbr\/?>/g, '').replace(/<[^>]*>/g, ' '),
    ...[...body.matchAll(/\s(?:aria-label|alt|placeholder|title)="([^"]*)"/g)].map(([, spoken]) => spoken),
  ];
  const words =
    texts
      .join(' ')
      .replace(/&[a-z#\d]+;/g, ' ')
      .match(/[A-Za-z][\w.@/-]+/g) ?? [];
  return words.filter((word) => !word.includes('@') && !untranslated.test(word));
}
