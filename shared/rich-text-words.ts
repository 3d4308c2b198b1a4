import { inline, readTag } from './rich-text-summary.ts';

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * Rich text as people read it: its words without markup, block by block, one a line. Items of lists begin with •; pictures, videos and
 * the addresses of links are said in words. In one pass: texts may have megabytes.
 */
export function richTextWords(html: string): string {
  const lines: string[] = [];
  let line = '';
  let link = '';
  const end = () => {
    const words = line.replace(/\s+/g, ' ').trim();
    if (words !== '' && words !== '•') lines.push(words);
    line = '';
  };
  for (let at = 0; at < html.length; ) {
    const next = html.indexOf('<', at);
    if (next !== at) {
      line += decoded(html.slice(at, next === -1 ? html.length : next));
      at = next === -1 ? html.length : next;
      continue;
    }
    const tag = readTag(html, at);
    if (!tag) {
      line += '<';
      at += 1;
      continue;
    }
    const closes = html[at + 1] === '/';
    const said = closes ? '' : saidOf(tag.name, html.slice(at, tag.end));
    if (tag.name === 'a') {
      if (closes && link) line += ` (${link})`;
      link = closes ? '' : attributeOf(html.slice(at, tag.end), 'href');
    } else if (said) line += ` ${said} `;
    else if (tag.name !== '' && !inline.test(tag.name)) {
      end();
      if (tag.name === 'li' && !closes) line = '• ';
    }
    at = tag.end;
  }
  end();
  return lines.join('\n');
}

/** What stands for something that has no words. */
function saidOf(name: string, tag: string): string {
  if (name === 'img') {
    const [source, alt] = [attributeOf(tag, 'src'), attributeOf(tag, 'alt')];
    return `[${['Picture', source.slice(0, 200), alt].filter(Boolean).join(' ')}]`;
  }
  return name === 'iframe' || name === 'video' ? `[Video ${attributeOf(tag, 'src').slice(0, 200)}]` : '';
}

/** The value of an attribute of a tag, decoded; '' without one. */
function attributeOf(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return decoded(found?.[1] ?? found?.[2] ?? found?.[3] ?? '');
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{1,8}));/gi, (entity, decimal, hex, name) => {
    if (name) return named[String(name).toLowerCase()] ?? entity;
    const point = Number(decimal ?? `0x${hex}`);
    const isSign = point > 0 && point <= 0x10_ff_ff && (point < 0xd8_00 || point > 0xdf_ff);
    return isSign ? String.fromCodePoint(point) : '\ufffd';
  });
}
