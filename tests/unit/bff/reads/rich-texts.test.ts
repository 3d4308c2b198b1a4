import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createRichTexts } from '../../../../server/bff/reads/rich-texts.ts';
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

test.each([
  ['<p>x</p>', '<'],
  ['<p>"', '" '],
  ['<p>', '<b>x</b>'],
  ['<p>', '\u0001'],
  ['<p>', 'x & y '],
  ['', '&'],
])(
  'of a text of "%s%s…" that is long only as it is written into a page visitors get the beginning',
  async (first, again) => {
    const run = vi.fn<SanitiseThread['run']>(async (_key, { html }) => ({
      html: sanitiseHtml(html, (address) => address),
      cut: false,
    }));
    const texts = createRichTexts({ thread: { run, rest: async () => {} } });
    const html = first + again.repeat(3_000_000 / again.length);
    const read = async (options?: { asShown: boolean }) =>
      (await texts.makeSafe([html], rules, options))[0]?.html;
    const shown = await read({ asShown: true });
    expect(shown?.length).toBeLessThan(400_000);
    expect(shown?.slice(-12)).toContain('…');
    run.mockClear();
    expect((await read({ asShown: true })) === shown).toBe(true);
    // The next reader does not wait for the whole text again.
    expect(run).not.toHaveBeenCalled();
    expect((await read())?.length).toBeGreaterThan(2_000_000);
  },
);

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
