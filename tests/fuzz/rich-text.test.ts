import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse, parseFragment, serialize } from 'parse5';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { htmlPolicy } from '#shared/html-policy.ts';
import { damaged, mostly, oneOf, runs, startFuzzed, startHost } from './wire.ts';

// Past the sanitiser of every public read, and as a page shows it. The judge is parse5, which reads as browsers do and
// is no part of the product.

const oddTag = oneOf(
  'script ¦ style ¦ svg ¦ math ¦ mtext ¦ mglyph ¦ malignmark ¦ foreignObject ¦ annotation-xml ¦ title ¦ textarea ¦ noscript ¦ noembed ¦ noframes ¦ xmp ¦ template ¦ plaintext ¦ select ¦ option ¦ ' +
    'form ¦ input ¦ button ¦ caption ¦ colgroup ¦ object ¦ embed ¦ base ¦ link ¦ meta ¦ body ¦ html ¦ head ¦ video ¦ audio ¦ details ¦ marquee ¦ frameset ¦ use ¦ animate',
);
const name = oneOf(
  'onerror ¦ onload ¦ onclick ¦ onfocus ¦ ontoggle ¦ style ¦ class ¦ id ¦ name ¦ src ¦ href ¦ srcset ¦ srcdoc ¦ action ¦ formaction ¦ data ¦ xlink:href ¦ background ¦ ping ¦ target ¦ rel ¦ to ¦ ' +
    'http-equiv ¦ content ¦ poster ¦ cite ¦ is ¦ slot ¦ data-embed ¦ data-script ¦ data-rich-text ¦ title ¦ alt ¦ lang ¦ data-list ¦ data-width',
);
const value = oneOf(
  `x ¦ "><img src=x onerror=canary(1)> ¦ ' ¦ \` ¦ &quot;&gt;<svg onload=canary(1)> ¦ canary(1) ¦ //evil.example/x ¦ /\\evil.example ¦ /\t/evil.example ¦ javascript:canary(1) ¦ java\tscript:canary(1) ¦ ` +
    `&#106;avascript:canary(1) ¦ \u0001javascript:canary(1) ¦ javascript&colon;canary(1) ¦ vbscript:x ¦ data:text/html,<script>canary(1)</script> ¦ data:image/svg+xml;base64,PHN2Zz4= ¦ data:image/png;base64,AAAA ¦ ` +
    `data:image/png;base64,${'A='.repeat(300)}" onerror="x ¦ /api/logout ¦ /%61pi/logout ¦ /x/../api/logout ¦ /storage/a.png ¦ https://studio.example ¦ mailto:a@b.example ¦ file:///etc/passwd ¦ #root ¦ ` +
    `https://www.youtube.com/embed/abc ¦ https://player.vimeo.com/video/1 ¦ https://www.youtube.com@evil.example/embed/x ¦ https://www.youtube.com/embed/../redirect ¦ color:red ¦ color:red;position:fixed ¦ ` +
    'background:url(//evil.example) ¦ color:expression(x) ¦ text-align\\3a center ¦ ql-align-right modal ¦ _blank ¦ root',
);
const piece = oneOf(
  `< ¦ </ ¦ <!-- ¦ --> ¦ --!> ¦ <! ¦ <![CDATA[ ¦ ]]> ¦ <?xml ¦ > ¦ " ¦ ' ¦ &lt; ¦ &#x3c; ¦ &amp;lt; ¦ \0 ¦ \n ¦ / ¦ = ¦ \` ¦ word ¦ پشاور ¦ <img src=x onerror=canary(1)> ¦ <script>canary(1)</script> ¦ ` +
    `<svg onload=canary(1)> ¦ <b onclick=canary(1) id=root> ¦ &lt;img src=x onerror=canary(1)&gt; ¦ ${'<p>'.repeat(99)} ¦ ${'<div>'.repeat(600)} ¦ ;base64,${'A='.repeat(300)}`,
);
const attribute = fc
  .tuple(
    mostly(fc.constant(' '), oneOf('/ ¦ \n ¦ \f ¦ \0 ¦ \u00a0')),
    name,
    oneOf('" ¦ " ¦ \' ¦  ¦ `'),
    value,
  )
  .map(([seam, named, quote, text]) => `${seam}${named}=${quote}${text}${quote}`);
const { node } = fc.letrec<{ node: string; element: string }>((tie) => ({
  node: fc.oneof({ depthSize: 'small' }, piece, tie('element')),
  element: fc
    .tuple(
      fc.oneof(fc.constantFrom(...htmlPolicy.tags), oddTag),
      fc.array(attribute, { maxLength: 3 }),
      fc.array(tie('node'), { maxLength: 3 }),
      oneOf('</#> ¦ '),
    )
    .map(
      ([tag, attributes, children, end]) =>
        `<${tag}${attributes.join('')}>${children.join('')}${end.replace('#', tag)}`,
    ),
}));

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;
const nodesIn = (at: Node): Node[] =>
  ['childNodes' in at ? at.childNodes.map(nodesIn) : [], at].flat(2) as Node[];
const elementsIn = (at: Node) => nodesIn(at).filter((each): each is Element => 'tagName' in each);
const wordsIn = (at: Node) =>
  nodesIn(at)
    .map((each) => ('value' in each ? each.value : ''))
    .join('');

const known = [
  'class',
  'style',
  'loading',
  'decoding',
  'referrerpolicy',
  'sandbox',
  ...Object.values(htmlPolicy.attributes).flat(),
];
/** Returns a path decoded; one with a broken encoding as it is. */
const decoded = (path: string) => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};
const isGoodAttribute = (tag: string, { name: attributeName, value: text }: Element['attrs'][number]) => {
  const { protocol = '', host = '', pathname = '' } = URL.parse(text, 'https://site.example') ?? {};
  if (attributeName === 'href')
    return /^(https?|mailto|tel):$/.test(protocol) && (host === 'site.example' || /^\s*[a-z]+:/i.test(text));
  if (attributeName === 'src' && tag === 'iframe')
    return protocol === 'https:' && /^(www\.youtube(-nocookie)?|player\.vimeo)\.com$/.test(host);
  if (attributeName === 'src')
    return protocol === 'data:'
      ? /^image\/(png|jpe?g|gif|webp|avif);base64,/.test(pathname)
      : host === 'site.example' && !/^\/+api[.\s\p{Cf}]*([/;?#]|$)/iu.test(decoded(pathname));
  if (attributeName === 'style')
    return /^((color|background-color|text-align):[^;:(]*(rgba?\([^)]*\))?;?\s*)*$/.test(text);
  return attributeName === 'class' ? /^(ql-[\w-]+( |$))*$/.test(text) : known.includes(attributeName);
};
/** Returns the parts of a sanitised text, as a browser reads it, that break the policy. */
const problemsIn = (html: string) =>
  elementsIn(parseFragment(html)).flatMap(({ tagName, namespaceURI, attrs }) => [
    ...(htmlPolicy.tags.includes(tagName as 'p') && namespaceURI.endsWith('xhtml') ? [] : [tagName]),
    ...attrs
      .filter((each) => !isGoodAttribute(tagName, each))
      .map((each) => `${tagName} ${each.name}=${each.value}`),
  ]);
/** Everything in a page that a script can come from. */
const powersIn = (page: string) =>
  elementsIn(parse(page)).flatMap(({ tagName, attrs }) => [
    ...(/^(base|object|embed|iframe|form)$/.test(tagName) ||
    (tagName === 'script' && !attrs.some((each) => each.value.endsWith('json')))
      ? [tagName]
      : []),
    ...attrs
      .filter(
        (each) =>
          /^(on|srcdoc|formaction|http-equiv|ping)/.test(each.name) ||
          /^\W*(java|vb)\W*script\W*:/i.test(each.value),
      )
      .map((each) => each.name),
  ]);

let host: Awaited<ReturnType<typeof startHost>>;
let app: Awaited<ReturnType<typeof startFuzzed>>;
beforeAll(async () => {
  host = await startHost();
  app = await startFuzzed({ UPSTREAM_URL: host.url });
});
afterAll(async () => {
  await app?.close();
  await host?.close();
});

let number = 0;
/** A post with this text: as the API has it, and its page. */
async function shown(description: string): Promise<{ html: string; page: string }> {
  number += 1;
  const stamp = '2026-01-05T00:00:00.000Z';
  const data = {
    id: number,
    blog_title: 'A post',
    description,
    blog_image: null,
    is_active: 1,
    created_at: stamp,
    updated_at: stamp,
  };
  const body = Buffer.from(JSON.stringify({ status: 1, data }));
  host.tell(
    /^\/api\/singlePost\//,
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.toString('latin1')}`,
  );
  const get = async (path: string) => (await fetch(app.url + path)).text();
  return {
    html: JSON.parse(await get(`/api/singlePost/${number}`)).data.description,
    page: await get(`/view-blog/${number}`),
  };
}

test('any rich text comes out with nothing but the policy, and its page gains no power by it', async () => {
  const plain = powersIn((await shown('<p>word</p>')).page);
  await fc.assert(
    fc.asyncProperty(
      damaged(
        fc.array(node, { maxLength: 4 }).map((nodes) => nodes.join('')),
        piece,
        2,
      ),
      async (sent) => {
        const once = await shown(sent);
        expect(powersIn(once.page)).toEqual(plain);
        // An editor saves what he was shown: that loses no word, and means the same to whoever reads it next.
        const again = await shown(once.html);
        for (const html of [once.html, again.html, serialize(parseFragment(once.html))])
          expect(problemsIn(html)).toEqual([]);
        expect(wordsIn(parseFragment(again.html))).toBe(wordsIn(parseFragment(once.html)));
      },
    ),
    runs(25),
  );
  await app.isWell();
});
