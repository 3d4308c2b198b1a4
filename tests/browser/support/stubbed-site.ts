import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestApp, type TestApp } from '../../support/start-test-app.ts';
import { type StubData, type StubUpstream, startStubUpstream } from '../../support/stub-upstream.ts';

/** The product in front of an API host whose content and behaviour the test sets. */
export interface StubbedSite {
  readonly app: TestApp;
  readonly stub: StubUpstream;
  readonly credentials: { email: string; password: string };
}

/**
 * Starts the site before the first test of the file, and resets the stub before each test. The stub accepts a form at
 * once: the tests with the embedded engine cover the browser's wait for a host's minimum time.
 */
export function stubbedSite(environment: Record<string, string> = {}): StubbedSite {
  const site: { -readonly [Key in keyof StubbedSite]?: StubbedSite[Key] } = {};
  beforeAll(async () => {
    site.stub = await startStubUpstream({ formMinSeconds: 0 });
    site.credentials = site.stub.admin;
    site.app = await startTestApp({ UPSTREAM_URL: site.stub.url, ...environment });
  });
  beforeEach(() => site.stub?.reset());
  afterAll(async () => {
    await site.app?.close();
    await site.stub?.close();
  });
  return site as StubbedSite;
}

/** A post of the stub. Ids rise with time: the highest id is the newest. */
export function stubPost(
  id: number,
  post: Partial<StubData['blogs'][number]> = {},
): StubData['blogs'][number] {
  const day = new Date(Date.UTC(2026, 0, 1) + id * 86_400_000).toISOString();
  return {
    id,
    blog_title: `Post ${id}`,
    description: `<p>The words of post ${id}.</p>`,
    blog_image: null,
    is_active: 1,
    created_at: day,
    updated_at: day,
    ...post,
  };
}

/** Rich text with an element of every kind that the editor writes. */
export const richText = `<h2>Light</h2><p>Some <strong>bold</strong>, <em>italic</em> and <u>underlined</u> words, a
  <a href="https://studio.example">link</a>, <span style="color: #a91d2c">red</span> and
  <span style="background-color: #fbeea0">marked</span> ones.</p>
  <ol><li data-list="bullet">one</li><li data-list="bullet">two</li></ol><ol><li data-list="ordered">first</li></ol>
  <blockquote>Said once.</blockquote><pre>const answer = 42;</pre>
  <p><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="A dot"></p>
  <figure data-width="wide"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="One more"><figcaption>Below it</figcaption></figure>
  <table><thead><tr><th>Day</th><th>Hours</th></tr></thead><tbody><tr><th>Monday</th><td>12</td></tr></tbody></table>
  <iframe class="ql-video" title="Video" src="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ"></iframe>
  <p class="ql-align-right">to the right</p>`;
