/** Returns the markup that replaces a shortcode. `content` is undefined for one without a closing tag. */
export type Shortcode = (attributes: Record<string, string>, content: string | undefined) => string;

/** A tag of HTML, or one of a shortcode. `[[name]]` is how authors write the literal text `[name]`. */
const tag = /(<[^<>]*>|\[\[[a-z][\w-]*[^[\]]*\]\]|\[\/?[a-z][\w-]{0,60}(?:[\s=][^[\]]*)?\/?\])/i;
const raw = new Set(['pre', 'code', 'script', 'style', 'textarea']);

/**
 * Replaces the shortcodes of a text by markup. Of an unknown one that is closed somewhere the content stays. One that is
 * closed nowhere stays unchanged, since it may be ordinary words in brackets. Both cases are noted.
 */
export function replaceShortcodes(
  html: string,
  known: ReadonlyMap<string, Shortcode>,
  note: (what: string, name: string) => void,
) {
  let within: string | undefined;
  const pieces = html.split(tag).map((text) => {
    const [, mark, slash = '', named = '', attributes = ''] =
      /^([<[])(\/?)([a-z][\w-]*)([\s\S]*?)[>\]]$/i.exec(text) ?? [];
    const name = named.toLowerCase();
    if (mark === '<' && (within ?? name) === name && raw.has(name)) within = slash ? undefined : name;
    return { text, name: mark === '[' && !within ? slash + name : '', attributes };
  });
  const names = new Set(pieces.map(({ name }) => name));
  const unknown = (name: string, text: string) => {
    const isClosed = names.has(`/${name}`);
    if (isClosed) note('has unknown shortcodes, of which the content stays', name);
    else if (/[=_-]/.test(text)) note('has unknown shortcodes, which stay as written', name);
    return isClosed ? '' : text;
  };
  let done = '';
  for (let at = 0; at < pieces.length; at += 1) {
    const { text = '', name = '', attributes = '' } = pieces[at] ?? {};
    const shortcode = known.get(name);
    if (shortcode) {
      // The next one of its name ends one without a closing tag.
      const next = pieces.findIndex((each, place) => place > at && [name, `/${name}`].includes(each.name));
      const isClosed = pieces[next]?.name === `/${name}`;
      const end = isClosed ? next : at;
      const content = pieces.slice(at + 1, end).map((each) => each.text);
      done += shortcode(attributesOf(attributes), isClosed ? content.join('') : undefined);
      at = end;
    } else if (name) done += known.has(name.slice(1)) ? '' : unknown(name.replace('/', ''), text);
    else done += text.replace(/^\[(\[[^[\]]*\])\]$/, '$1');
  }
  return done;
}

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|([^\s"']+)/g;

/** Returns the attributes of a shortcode: named ones by their lower-case name, the first other one as `0`. */
function attributesOf(text: string) {
  const attributes: Record<string, string> = {};
  const plain = text
    .replace(/[\u00a0\u200b]/g, ' ')
    .replace(/&quot;|&#8220;|&#8221;|&#8243;|[“”″]/g, '"')
    .replaceAll('&amp;', '&')
    .replace(/\/\s*$/, '');
  for (const [, name = '0', ...values] of plain.matchAll(attribute))
    attributes[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? '';
  return attributes;
}
