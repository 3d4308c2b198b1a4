/**
 * Returns the markup that replaces a shortcode. `content` is the text between its opening and its closing tag;
 * undefined for a shortcode without a closing tag.
 */
export type Shortcode = (attributes: Record<string, string>, content: string | undefined) => string;

/** A tag of HTML, or one of a shortcode. `[[name]]` is how authors write the literal text `[name]`. */
const tag = /(<[^<>]*>|\[\[[a-z][\w-]*[^[\]]*\]\]|\[\/?[a-z][\w-]{0,60}(?:[\s=][^[\]]*)?\/?\])/i;
const raw = new Set(['pre', 'code', 'script', 'style', 'textarea']);
/** Shortcodes that are nested deeper than this have no content. */
const deepest = 30;

/**
 * Replaces the shortcodes of a text, `[name attributes]` and `[name]…[/name]`, by markup. An unknown shortcode with a
 * closing tag is replaced by its content. An unknown one without a closing tag stays unchanged, since it may be
 * ordinary words in brackets. Both cases are noted.
 */
export function replaceShortcodes(
  html: string,
  known: Readonly<Record<string, Shortcode>>,
  note: (what: string, name: string) => void,
) {
  const closed = new Set(
    html.match(/\[\/[a-z][\w-]*\]/gi)?.map((closing) => closing.slice(2, -1).toLowerCase()),
  );
  /** Shortcodes that wait for their closing tag, with the text since. */
  const open = [{ name: '', attributes: '', piece: '', text: '' }];
  const add = (text: string) => {
    (open.at(-1) as (typeof open)[0]).text += text;
  };
  function replaced(name: string, attributes: string, piece: string, content?: string) {
    if (Object.hasOwn(known, name)) return known[name]?.(attributesOf(attributes), content) ?? '';
    if (content !== undefined) note('has unknown shortcodes, of which the content stays', name);
    else if (/[=_-]/.test(name + attributes)) note('has unknown shortcodes, which stay as written', name);
    return content ?? piece;
  }
  function end(isClosed: boolean) {
    const { name, attributes, piece, text } = open.pop() as (typeof open)[0];
    add(isClosed ? replaced(name, attributes, piece, text) : replaced(name, attributes, piece) + text);
  }
  function take(piece: string, slash: string, name: string, attributes: string) {
    const at = slash ? open.findLastIndex((each) => each.name === name) : 0;
    if (at < 0) add(piece);
    else if (slash) while (open.length > at) end(open.length === at + 1);
    else if (closed.has(name) && open.length <= deepest) open.push({ name, attributes, piece, text: '' });
    else add(replaced(name, attributes, piece));
  }

  let within: string | undefined;
  for (const piece of html.split(tag)) {
    const [, mark, slash = '', named = '', attributes = ''] =
      /^(<|\[\[?)(\/?)([a-z][\w-]*)([\s\S]*?)\]?[>\]]$/i.exec(piece) ?? [];
    const name = named.toLowerCase();
    if (mark === '<' && (within ?? name) === name && raw.has(name)) within = slash ? undefined : name;
    if (mark === '[' && !within) take(piece, slash, name, attributes);
    else add(mark === '[[' && !within ? piece.slice(1, -1) : piece);
  }
  while (open.length > 1) end(false);
  return open[0]?.text ?? '';
}

const attribute = /([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))|"([^"]*)"|'([^']*)'|([^\s"']+)/g;

/** Returns the attributes of a shortcode: named ones by their lower-case name, others by their number. */
function attributesOf(text: string) {
  const attributes: Record<string, string> = {};
  const plain = text
    .replace(/[\u00a0\u200b]/g, ' ')
    .replace(/&quot;|&#8220;|&#8221;|&#8243;|[“”″]/g, '"')
    .replaceAll('&amp;', '&')
    .replace(/\/\s*$/, '');
  let unnamed = 0;
  for (const [, name, ...values] of plain.matchAll(attribute)) {
    attributes[name?.toLowerCase() ?? unnamed] = values.find((value) => value !== undefined) ?? '';
    if (!name) unnamed += 1;
  }
  return attributes;
}
