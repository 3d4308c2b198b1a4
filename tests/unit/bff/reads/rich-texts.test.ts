import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createRichTexts } from '../../../../server/bff/reads/present.ts';
import type { SanitiseThread } from '../../../../server/bff/reads/sanitise-thread.ts';
import { sanitiseHtml } from '../../../../server/rich-text/sanitise-html.ts';

const rules = { hosts: ['api.studio.example'], mediaPaths: ['/storage'] };
/** Creates rich texts with a mock of the sanitiser thread, which counts its calls. */
function withThread(run: SanitiseThread['run'], memoBytes?: number) {
  const thread = { run: vi.fn(run), rest: async () => {} };
  const texts = createRichTexts({ thread, atOnce: 0, ...(memoBytes !== undefined && { memoBytes }) });
  const clean = async (html: string, more = rules) => {
    const [safe] = await texts.makeSafe([html], more);
    return safe?.restore(safe.html);
  };
  return { clean, asked: thread.run };
}

const upper = async (_key: string, { html }: { html: string }) => ({ html: html.toUpperCase(), cut: false });

test('paragraphs that need no look are just what the sanitiser makes of them', async () => {
  const { clean, asked } = withThread(upper);
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }).map((words) => words.replace(/[<>&\0]/g, ' ')),
    fc.constantFrom('</p><p>', '"', "'", '\r\n', '\u00a0', '`', '=', '/p', 'ا', '\ud83d'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      const html = `<p>${pieces.join('')}</p>`;
      expect(await clean(html)).toBe(sanitiseHtml(html, (address) => address));
    }),
  );
  expect(asked).not.toHaveBeenCalled();
  for (const html of ['<p>a<b>b</b></p>', '<p>&lt;</p>', '<p>a', '<p>a</p>>', '<p>\0</p>', '<P>a</P>'])
    await clean(html);
  expect(asked).toHaveBeenCalledTimes(6);
});
