import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineBrowser, onPath, pressAt, said, stop, strokes, within } from './engine-browser.ts';

/** Returns the path of Firefox on a Debian machine, or undefined. */
export function firefoxPath(): string | undefined {
  return onPath('firefox-esr') ?? onPath('firefox');
}

/** Starts headless Firefox over WebDriver BiDi, which it supports without a driver. */
export async function startFirefox(path: string): Promise<EngineBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'studio-firefox-'));
  // The browser downloads nothing from its vendor during a test.
  await writeFile(
    join(profile, 'user.js'),
    [
      'user_pref("remote.prefs.recommended", true);',
      'user_pref("app.normandy.enabled", false);',
      'user_pref("browser.safebrowsing.malware.enabled", false);',
      'user_pref("browser.safebrowsing.phishing.enabled", false);',
      'user_pref("network.captive-portal-service.enabled", false);',
      'user_pref("network.connectivity-service.enabled", false);',
    ].join('\n'),
  );
  const process = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...globalThis.process.env, MOZ_DISABLE_AUTO_SAFE_MODE: '1' },
    },
  );
  const end = async () => {
    await stop(process);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await said(process, /WebDriver BiDi listening on (ws:\/\/\S+)/);
    return await overBidi(`${address}/session`, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function overBidi(address: string, end: () => Promise<void>): Promise<EngineBrowser> {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}.`)));
  });
  let last = 0;
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data));
    if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    else waiting.get(id)?.resolve(result as never);
    waiting.delete(id);
  });
  const send = <Result>(method: string, params: object): Promise<Result> =>
    within(
      method,
      new Promise<Result>((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    );

  const session = await send<{ capabilities: { browserName: string; browserVersion: string } }>(
    'session.new',
    {
      capabilities: {},
    },
  );
  const tree = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = tree.contexts[0]?.context;
  const perform = (actions: object[]) => send('input.performActions', { context, actions });
  const evaluate = async (functionDeclaration: string, given: unknown[]) => {
    const answer = await send<{
      type: string;
      result: { value?: string; sharedId?: string };
      exceptionDetails?: { text: string };
    }>('script.callFunction', {
      functionDeclaration,
      awaitPromise: true,
      target: { context },
      arguments: given.map((value) => ({ type: 'string', value: JSON.stringify(value) ?? 'null' })),
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails?.text);
    return answer.result;
  };
  return {
    name: `Firefox ${session.capabilities.browserVersion}`,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(work, ...args) {
      const { value } = await evaluate(
        `async (...given) => JSON.stringify(await (${work})(...given.map((text) => JSON.parse(text))))`,
        args,
      );
      return value === undefined ? undefined : JSON.parse(value);
    },
    async press(x, y) {
      await perform(pressAt(x, y));
    },
    async type(text, held) {
      await perform(strokes(text, held));
    },
    async choose(selector, path) {
      const element = await evaluate('(text) => document.querySelector(JSON.parse(text))', [selector]);
      await send('input.setFiles', { context, element: { sharedId: element.sharedId }, files: [path] });
    },
    async resize(width, height) {
      await send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async picture() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async close() {
      await send('browser.close', {}).catch(() => undefined);
      socket.close();
      await end();
    },
  };
}
