import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EngineBrowser, onPath, patienceMs, pressAt, said, stop, strokes } from './engine-browser.ts';

/** Returns the paths of WebKitGTK's driver and browser and, on a machine without a screen, of a virtual screen. */
export function webkitPaths(): { driver: string; browser: string; screen: string | undefined } | undefined {
  const driver = onPath('WebKitWebDriver');
  const browser = ['4.1', '4.0', '6.0']
    .flatMap((version) =>
      ['x86_64-linux-gnu', 'aarch64-linux-gnu', ''].map((machine) =>
        join('/usr/lib', machine, `webkit${version === '6.0' ? '' : '2'}gtk-${version}`, 'MiniBrowser'),
      ),
    )
    .find((path) => existsSync(path));
  const screen = onPath('Xvfb');
  if (!driver || !browser || !(screen || process.env.DISPLAY)) return undefined;
  return { driver, browser, screen };
}

/** Starts WebKitGTK's MiniBrowser through its driver. */
export async function startWebKit({ driver, browser, screen }: NonNullable<ReturnType<typeof webkitPaths>>) {
  const home = await mkdtemp(join(tmpdir(), 'studio-webkit-'));
  const started: ChildProcess[] = [];
  const end = async () => {
    for (const process of started.reverse()) await stop(process);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    let display = process.env.DISPLAY;
    if (screen) {
      const xvfb = spawn(screen, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      started.push(xvfb);
      display = `:${await said(xvfb, /(\d+)\n/)}`;
    }
    const port = await freePort();
    const service = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        GDK_BACKEND: 'x11',
        NO_AT_BRIDGE: '1',
        // There is no graphics card. Nothing else of the rendering is switched off: without the DMA-BUF renderer
        // WebKitGTK 2.50 crashes at the first transition between two pages.
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    });
    started.push(service);
    return await overWebDriver(`http://127.0.0.1:${port}`, browser, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function overWebDriver(
  service: string,
  binary: string,
  end: () => Promise<void>,
): Promise<EngineBrowser> {
  const send = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(service + path, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      signal: AbortSignal.timeout(patienceMs),
    });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error}: ${value?.message}`);
    return value;
  };
  await until(async () => (await send<{ ready: boolean }>('GET', '/status')).ready);
  const opened = await send<{
    sessionId: string;
    capabilities: { browserName: string; browserVersion: string };
  }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } },
  });
  const session = `/session/${opened.sessionId}`;
  await send('POST', `${session}/timeouts`, { script: patienceMs, pageLoad: patienceMs });
  const perform = (actions: object[]) => send('POST', `${session}/actions`, { actions });
  const run: EngineBrowser['run'] = async (work, ...args) => {
    const text = await send<{ value?: string; error?: string }>('POST', `${session}/execute/async`, {
      script: `const [given, done] = arguments;
        Promise.resolve().then(() => (${work})(...given)).then(
          (value) => done({ value: JSON.stringify(value) }),
          (error) => done({ error: String(error) }));`,
      args: [args],
    });
    if (text.error) throw new Error(text.error);
    return text.value === undefined ? undefined : JSON.parse(text.value);
  };
  return {
    name: `WebKit ${opened.capabilities.browserVersion}`,
    run,
    async open(url) {
      await send('POST', `${session}/url`, { url });
    },
    async press(x, y) {
      await perform(pressAt(x, y));
    },
    async type(text, held) {
      await perform(strokes(text, held));
    },
    async choose(selector, path) {
      const element = await send<Record<string, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      });
      await send('POST', `${session}/element/${Object.values(element)[0]}/value`, { text: path });
    },
    async resize(width, height) {
      const inside = await run(() => ({ width: window.innerWidth, height: window.innerHeight }));
      const outside = await send<{ width: number; height: number }>('GET', `${session}/window/rect`);
      await send('POST', `${session}/window/rect`, {
        width: width + outside.width - inside.width,
        height: height + outside.height - inside.height,
      });
      await until(() =>
        run((width, height) => innerWidth === width && innerHeight === height, width, height),
      );
    },
    async picture() {
      return Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64');
    },
    async close() {
      await send('DELETE', session).catch(() => undefined);
      await end();
    },
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patienceMs;
  for (;;) {
    try {
      if (await holds()) return;
      if (Date.now() > end) throw new Error('It did not come to hold in time.');
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(50);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
