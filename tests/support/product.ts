import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startNode } from './child.ts';
import { applicationForm, type FormPart } from './forms.ts';
import { freePort } from './free-port.ts';
import { signIn } from './sign-in.ts';

const program = join(import.meta.dirname, '../../server/main.ts');
export const admin = { email: 'admin@studio.example', password: 'a long enough password' };

/** The built product in a process of its own, on the same port and DATA_DIR after every restart. */
export async function makeProduct(dataDir: string, environment: Record<string, string> = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: Child | undefined;
  const product = {
    url,
    dataDir,
    /** The process; only while the product runs. */
    get child() {
      if (!child) throw new Error('The product does not run.');
      return child;
    },
    async start() {
      child = await startNode(program, {
        ready: /The site is at (\S+)/,
        environment: {
          PORT: String(port),
          DATA_DIR: dataDir,
          ADMIN_EMAIL: admin.email,
          ADMIN_PASSWORD: admin.password,
          LOG_LEVEL: 'warn',
          SAMPLE_CONTENT: 'off',
          TRUST_PROXY: 'loopback',
          ...environment,
        },
      });
    },
    kill: async () => child?.kill(),
    stop: async () => child?.stop(),
  };
  return product;
}

export type Product = Awaited<ReturnType<typeof makeProduct>>;

/** A client that keeps the session of an admin, and says who it is to no proxy: each application has its own address. */
export async function openClient(url: string) {
  const { cookie } = await signIn({ url }, admin);
  const { data } = await (await fetch(`${url}/api/formToken`)).json();
  let applications = 0;
  return {
    get: (at: string, path: string) => fetch(at + path, { headers: { cookie } }),
    post: (at: string, path: string, body: FormData | object = {}) =>
      fetch(at + path, {
        method: 'POST',
        headers: {
          cookie,
          'x-csrf': '1',
          ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
        },
        body: body instanceof FormData ? body : JSON.stringify(body),
      }),
    /** Sends an application as a visitor. A form that is sent within three seconds after the client was opened is spam. */
    apply(at: string, email: string) {
      applications += 1;
      const from = `10.${(applications >> 16) & 255}.${(applications >> 8) & 255}.${applications & 255}`;
      const body = formData(applicationForm({ email, form_token: data.form_token }));
      return fetch(`${at}/api/applyJob`, {
        method: 'POST',
        headers: { 'x-csrf': '1', 'x-forwarded-for': from },
        body,
      });
    },
  };
}

export function formData(parts: readonly FormPart[]) {
  const form = new FormData();
  for (const part of parts) {
    if ('text' in part) form.append(part.name, part.text);
    else form.append(part.name, new File([new Uint8Array(part.file)], part.filename, { type: part.type }));
  }
  return form;
}

export const tooSoon = () => sleep(3_100);
