/**
 * Returns why an SVG of the company is refused; undefined for an SVG that only draws. Pages show the file only in
 * `<img>`, where no script runs and nothing is loaded (SVG 2 §2.2.1, secure static mode). So this check protects
 * people who open the file directly, and informs an operator at the start if a file contains more than a drawing.
 */
export function svgProblem(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'is not UTF-8 text';
  }
  if (/<!(?:DOCTYPE|ENTITY|ATTLIST|ELEMENT|NOTATION|\[)/i.test(text)) {
    return 'has a document type, entities or CDATA, which a drawing does not need';
  }
  const [, declared = 'utf-8'] = /^\s*<\?xml[^?]*\bencoding\s*=\s*["']([^"']*)["']/i.exec(text) ?? [];
  if (!/^utf-?8$/i.test(declared)) return `is declared as ${declared}; it must be UTF-8`;
  const bare = text.replace(/^\uFEFF?\s*<\?xml[^?]*\?>/i, '').replace(/<!--[\s\S]*?-->/g, '');
  if (bare.includes('<?') || bare.includes('<!')) return 'has a processing instruction or an open comment';
  return isOneDrawing(bare) ? markupProblem(bare) : 'is not an SVG: it must be one <svg> element';
}

/** Elements that run scripts, load something, or contain anything but a drawing. */
const foreign =
  /^(?:script|foreignobject|iframe|embed|object|audio|video|canvas|handler|listener|animate|animatetransform|animatemotion|animatecolor|set|link|meta|base|a)$/;

const tag = /<(\/?)([^\s<>/"'=]+)((?:\s+[^\s<>/"'=]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'))?)*)\s*(\/?)>/g;
const attribute = /([^\s<>/"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function isOneDrawing(markup: string): boolean {
  return /^\s*<(?:[\w-]+:)?svg[\s>/]/.test(markup) && /(?:<\/(?:[\w-]+:)?svg\s*>|\/>)\s*$/.test(markup);
}

function markupProblem(markup: string): string | undefined {
  // If `<` occurs outside of the tags that the expression finds, the file is refused, because a browser might read it
  // differently.
  if (markup.replace(tag, ' ').includes('<')) return 'is not well-formed XML';
  for (const [, , name = '', attributes = ''] of markup.matchAll(tag)) {
    const local = localName(name);
    if (foreign.test(local)) return `has the element <${name}>, which is not allowed in a still picture`;
    for (const [, key = '', quoted, single] of attributes.matchAll(attribute)) {
      const problem = attributeProblem(key, decoded(quoted ?? single ?? ''));
      if (problem) return `${problem} in <${name}>`;
    }
  }
  for (const [, css = ''] of markup.matchAll(/<(?:[\w-]+:)?style\b[^>]*>([^<]*)</gi)) {
    if (loadsFromElsewhere(decoded(css))) return 'loads an external resource in <style>';
  }
  return undefined;
}

function attributeProblem(key: string, value: string): string | undefined {
  const local = localName(key);
  if (/^on/.test(local)) return `has the event handler ${key}`;
  if (key.toLowerCase() === 'xml:base') return 'has xml:base';
  if (/^(?:href|src)$/.test(local)) {
    return /^\s*(?:#|data:image\/(?:png|jpeg|webp);base64,)/i.test(value)
      ? undefined
      : `refers to a resource outside the drawing with ${key}`;
  }
  // Every attribute is checked, not only links, because many may contain CSS: style, fill, filter, clip-path. Only
  // namespaces are skipped, because nothing is loaded from their URLs.
  if (/^xmlns(?::|$)/i.test(key)) return undefined;
  return loadsFromElsewhere(value) ? `loads an external resource with ${key}` : undefined;
}

/** True if CSS may load something. CSS can write any letter as an escape, so a backslash counts as loading too. */
function loadsFromElsewhere(css: string): boolean {
  const rest = css.replace(/url\(\s*(["']?)#[\w.-]+\1\s*\)/gi, '');
  return /url\s*\(|@import|image-set\s*\(|javascript:|\\/i.test(rest);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(value: string): string {
  return value.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (_all, hex, decimal, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? ' ';
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}
