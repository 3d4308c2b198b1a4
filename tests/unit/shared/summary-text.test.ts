import { expect, it } from 'vitest';
import { summaryText, truncate } from '#shared/summary-text.ts';

it.each([
  ['<p>One</p><p>two</p>', 'One two'],
  ['<p>R&amp;D &lt;b&gt; &quot;so&quot; &#39;it&#39; is&nbsp;</p>', 'R&D <b> "so" \'it\' is'],
  ['<p>&#x1F600; &#xD800;&#0;x</p>', '😀 \ufffd\ufffdx'],
  ['<p>A&B &unknown; &constructor;</p>', 'A&B &unknown; &constructor;'],
  ['<p><img src="data:image/png;base64,AAAA">Words</p>', 'Words'],
])('%s reads %s', (html, text) => expect(summaryText(html)).toBe(text));

it('is cut at a word, or anywhere in a script without gaps, never within a character', () => {
  expect(summaryText(`<p>${'seven, '.repeat(100)}</p>`, 22)).toBe('seven, seven, seven…');
  expect(truncate('😀'.repeat(30), 10)).toBe(`${'😀'.repeat(10)}…`);
  expect([truncate('short', 5), truncate('exactly this', 7)]).toEqual(['short', 'exactly…']);
});

it.each([
  ['One river, one day, 31 microphones. The bridge is next.', 'One river, one day, 31 microphones.'],
  ['One river. One day and thirty-one microphones on a bridge.', 'One river. One day and thirty-one…'],
  ['ہم نے چھ جگہیں آزمائیں۔ سب سے اچھی جگہ وہی پرانی دکان تھی', 'ہم نے چھ جگہیں آزمائیں۔'],
])('it ends with the last whole sentence, if that is not too short: %s', (text, cut) => {
  expect(summaryText(`<p>${text}</p>`, 40, 'sentence')).toBe(cut);
});
