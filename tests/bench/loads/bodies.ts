import type { z } from 'zod';
import { callPath } from '#shared/contract/call-path.ts';
import { type ContractRow, rows } from '#shared/contract/index.ts';
import { jsonBodyBytes } from '#shared/contract/json-body.ts';
import { limits } from '#shared/limits.ts';
import { signIn } from '../../support/sign-in.ts';
import type { Case, Load } from '../load.ts';
import { meterCpu } from '../process-cost.ts';
import type { Started } from '../stage.ts';

const account = { email: 'bench@studio.example', password: 'a password of the bench' };
const withBody = rows.filter(
  (row): row is ContractRow & { body: z.ZodObject } => Boolean(row.body) && !row.pageOnly,
);
/** Fields that hold a record of their own. */
const inner = ['draft', 'site'];

/** The largest body of a call may not hold up the others. */
export const load: Load = {
  name: 'bodies',
  target: 'lag',
  about: 'Every call with a JSON body gets the largest that it takes: unknown names, and one long text.',
  async *cases(stage) {
    const product = await stage.product({ ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password });
    const { cookie } = await signIn(product, account);
    const caseOf = (name: string, make: (bytes: number) => object): Case => ({
      name,
      contenders: withBody.map((row) => ({
        name: row.name,
        warmUp: () => send(product, cookie, row, '{}'),
        round: async () => {
          const body = bodyOf(row, make);
          const cpu = meterCpu(product.pid);
          await send(product, cookie, row, body);
          return { cpuMs: cpu() / 1000 };
        },
      })),
      limits: withBody.map(({ name: who }) => ({ figure: 'cpuMs', atMost: 100, who })),
    });
    yield caseOf('unknown names', (bytes) => {
      const count = Math.min(limits.jsonValues - 10, Math.floor(bytes / 12));
      const text = 'x'.repeat(Math.max(0, Math.floor(bytes / count) - 14));
      return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, text]));
    });
    yield caseOf('one text', (bytes) => ({ description: '<p>words</p>'.repeat(Math.floor(bytes / 12)) }));
  },
};

/** Returns the largest body of a row: `make` fills it, or the record in one of its fields. */
function bodyOf(row: ContractRow & { body: z.ZodObject }, make: (bytes: number) => object): string {
  const names = Object.keys(row.body.shape);
  const value = make(jsonBodyBytes(row) - 100);
  const field = inner.find((name) => names.includes(name));
  if (field) return JSON.stringify({ resource: 'blog', [field]: value });
  const [text] = Object.values(value);
  const long = ['description', 'csv', 'data', 'message', 'note', 'body', 'text'].find((name) =>
    names.includes(name),
  );
  return JSON.stringify(Object.keys(value).length > 1 ? value : { [long ?? names[0] ?? 'x']: text });
}

async function send({ url }: Started, cookie: string, row: ContractRow, body: string): Promise<void> {
  const answer = await fetch(url + callPath(row, row.path.includes('{id}') ? { id: 1 } : {}), {
    method: row.method,
    headers: {
      cookie: row.access === 'public' ? '' : cookie,
      'content-type': 'application/json',
      'x-csrf': '1',
    },
    body,
  });
  await answer.arrayBuffer();
  if ([401, 403, 413, 429].includes(answer.status) || answer.status >= 500)
    throw new Error(`${row.name} was answered with ${answer.status}`);
}
