/**
 * Returns the markup that replaces a shortcode. `content` is the text between its opening and its closing tag;
 * undefined for a shortcode without a closing tag.
 */
export type Shortcode = (attributes: Record<string, string>, content: string | undefined) => string;

/** A tag of HTML, or one of a shortcode. `[[name]]` is how authors write the literal text `[name]`. */
const tag = /(<[^<>]*>|\[\[[a-z][\w-]*[^[\]]*\]\]|\[\/?[a-z][\w-]{0,60}(?:[\s=][^[\]]*)?\/?\])/i;
const raw = new Set(['pre', 'code', 'script', 'style', 'textarea']);

/**
 * Replaces the shortcodes of a text, `[name attributes]` and `[name]…[/name]`, by markup. The tags of an unknown
 * shortcode that is closed somewhere go, and its content stays. An unknown one that is closed nowhere stays unchanged,
 * since it may be ordinary words in brackets. Both cases are noted.
 */
export function replaceShortcodes(
  html: string,
  known: Readonly<Record<string, Shortcode>>,
  note: (what: string, name: string) => void,
) {
  const closed = new Set(
    html.match(/\[\/[a-z][\w-]*\]/gi)?.map((closing) => closing.slice(2, -1).toLowerCase()),
  );
  const made = (name: string, attributes: string, content?: string) =>
    known[name]?.(attributesOf(attributes), content) ?? '';
  let done = '';
  /** A known shortcode that waits for its closing tag, with the text since. */
  let open: { name: string; attributes: string; text: string } | undefined;
  const add = (text: string) => {
    if (open) open.text += text;
    else done += text;
  };
  const end = (isClosed: boolean) => {
    if (!open) return;
    const { name, attributes, text } = open;
    open = undefined;
    add(isClosed ? made(name, attributes, text) : made(name, attributes) + text);
  };
  const take = (piece: string, slash: string, name: string, attributes: string) => {
    if (Object.hasOwn(known, name)) {
      if (slash) end(open?.name === name);
      else if (closed.has(name)) {
        end(false);
        open = { name, attributes, text: '' };
      } else add(made(name, attributes));
    } else if (closed.has(name)) note('has unknown shortcodes, of which the content stays', name);
    else {
      if (/[=_-]/.test(name + attributes)) note('has unknown shortcodes, which stay as written', name);
      add(piece);
    }
  };
  let within: string | undefined;
  for (const piece of html.split(tag)) {
    const [, mark, slash = '', named = '', attributes = ''] =
      /^(<|\[\[?)(\/?)([a-z][\w-]*)([\s\S]*?)\]?[>\]]$/i.exec(piece) ?? [];
    const name = named.toLowerCase();
    if (mark === '<' && (within ?? name) === name && raw.has(name)) within = slash ? undefined : name;
    if (mark === '[' && !within) take(piece, slash, name, attributes);
    else add(mark === '[[' && !within ? piece.slice(1, -1) : piece);
  }
  end(false);
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
