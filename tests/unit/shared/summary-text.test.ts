import { describe, expect, it } from 'vitest';
import { summaryText, truncate } from '#shared/summary-text.ts';

describe('the first words of rich text', () => {
  it.each([
    ['<p>One</p><p>two</p>', 'One two'],
    ['<p>R&amp;D &lt;b&gt; &quot;so&quot; &#39;it&#39; is&nbsp;</p>', 'R&D <b> "so" \'it\' is'],
    ['<p>&#x1F600; &#1575;&#1585;</p>', '😀 ار'],
    ['<p>&#xD800;&#0;x</p>', '\ufffd\ufffdx'],
    ['<p>A&B &unknown; &constructor;</p>', 'A&B &unknown; &constructor;'],
    ['<p><img src="data:image/png;base64,AAAA">Words</p>', 'Words'],
    ['<p><br></p>', ''],
    ['', ''],
  ])('%s reads %s', (html, text) => {
    expect(summaryText(html)).toBe(text);
  });

  it('is cut at a word, with a sign that there is more', () => {
    expect(summaryText(`<p>${'seven, '.repeat(100)}</p>`, 22)).toBe('seven, seven, seven…');
    expect([...summaryText(`<p>${'word '.repeat(100)}</p>`)].length).toBeLessThanOrEqual(156);
  });

  it('is cut anywhere in a script without gaps, and never within a character', () => {
    expect(truncate('😀'.repeat(30), 10)).toBe(`${'😀'.repeat(10)}…`);
    expect(truncate('short', 5)).toBe('short');
    expect(truncate('exactly this', 7)).toBe('exactly…');
  });

  it('ends with the last whole sentence, if that is not too short', () => {
    const cut = (text: string) => summaryText(`<p>${text}</p>`, 40, 'sentence');
    expect(cut('One river, one day, 31 microphones. The bridge is next.')).toBe(
      'One river, one day, 31 microphones.',
    );
    expect(cut('One river. One day and thirty-one microphones on a bridge.')).toBe(
      'One river. One day and thirty-one…',
    );
    expect(cut('ہم نے چھ جگہیں آزمائیں۔ سب سے اچھی جگہ وہی پرانی دکان تھی')).toBe('ہم نے چھ جگہیں آزمائیں۔');
    expect(cut('Short as it is.')).toBe('Short as it is.');
  });
});
