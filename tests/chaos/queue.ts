import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '#shared/limits.ts';
import { type AdminClient, signInAt } from './support/admin-client.ts';
import {
  type FormAnswer,
  formOf,
  formToken,
  nameWords,
  sendForm,
  type VisitorForm,
} from './support/forms.ts';
import { type Gate, type Mode, openGate } from './support/gate.ts';
import { type FormHost, type StoredForm, startEngineHost, startPlainHost } from './support/hosts.ts';
import { filesUnder, filesWithWords } from './support/plain-names.ts';
import { makeProduct, type Product } from './support/product.ts';
import { between, seeded } from './support/seeded.ts';
import { type WaitingItem, waitingForms, waitingItems } from './support/waiting-forms.ts';

/** Events that happen while this many forms are answered. */
export interface QueuePlan {
  host: 'engine' | 'plain';
  forms: number;
  /** Number of SIGKILLs of the product, every second one during an outage of the host. */
  kills: number;
  outages: readonly Mode[];
  seed: number;
}

export interface QueueProof {
  /** Number of answers, by status. */
  answered: Map<number, number>;
  /** Forms whose connection ended without an answer: the product promised nothing. */
  cut: number;
  /** Milliseconds from each SIGKILL to the first 200. */
  restarts: number[];
  /** Number of queued forms at the end of each outage, with no form in flight. */
  waited: number[];
  /** Milliseconds until the queue was empty, after the last outage. */
  deliveredIn: number;
  /** Number of forms that the host has more than once, and how many of these the product marks as duplicates. */
  twice: number;
  markedTwice: number;
  /**
   * Number of forms that the host accepted in an attempt whose answer was lost: stored once, under a reference of the
   * host's own.
   */
  ownReference: number;
  /** Violated promises; empty when the proof holds. */
  problems: string[];
}

const senders = 6;
/** Timeout of the product's calls to its host: a silent host is noticed after this. */
const hostTimeoutMs = 1_500;
const deliveryMs = 240_000;

interface Run {
  plan: QueuePlan;
  product: Product;
  gate: Gate;
  admin: AdminClient;
  sent: Map<string, { form: VisitorForm; answer: FormAnswer | undefined }>;
  proof: QueueProof;
}

/**
 * Sends forms until this many are answered, with kills and outages in between, then reads the forms that the host
 * stored.
 */
export async function proveQueue(plan: QueuePlan): Promise<QueueProof> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-queue-'));
  const host = await (plan.host === 'engine'
    ? startEngineHost(join(folder, 'host'))
    : startPlainHost(folder));
  const gate = await openGate(host.child.address, host.headers);
  const product = await makeProduct(join(folder, 'product'), {
    UPSTREAM_URL: gate.url,
    UPSTREAM_TIMEOUT_MS: String(hostTimeoutMs),
  });
  const proof: QueueProof = {
    answered: new Map(),
    cut: 0,
    restarts: [],
    waited: [],
    deliveredIn: 0,
    twice: 0,
    markedTwice: 0,
    ownReference: 0,
    problems: [],
  };
  try {
    await product.start();
    const admin = await signInAt(product.url);
    const run: Run = { plan, product, gate, admin, sent: new Map(), proof };
    const token = await formToken(product.url);
    const jobs = plan.host === 'engine' ? [await openJob(admin)] : [1];
    await sleep(limits.formMinSeconds * 1000 + 100);
    await sendAll(run, token, jobs);
    await waitUntilDelivered(run);
    const marked = await waitingItems(admin);
    await product.stop();
    await filesAreGone(join(folder, 'host', 'tmp'));
    judge(run, host, marked);
  } finally {
    await product.stop();
    await gate.close();
    await host.child.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return proof;
}

/**
 * A host whose connection was cut in mid-form may still be removing its files; a file that remains after five seconds
 * was left behind.
 */
async function filesAreGone(temporary: string): Promise<void> {
  for (let times = 0; times < 250 && existsSync(temporary) && filesUnder(temporary).length > 0; times += 1) {
    await sleep(20);
  }
}

async function openJob(admin: AdminClient): Promise<number> {
  const answer = await admin.post('/api/addJob', {
    title: 'Cutter',
    department: 'Film',
    employment_type: 'FULL_TIME',
    location_type: 'onsite',
    city: 'Peshawar',
    country: 'Pakistan',
    description: '<p>Cut.</p>',
    status: 'open',
  });
  const { id } = (answer.body.data ?? {}) as { id?: number };
  if (!id) throw new Error(`addJob was answered with ${answer.status}`);
  return id;
}

/** An event that happens once this many forms are answered. */
interface Event {
  after: number;
  happens: () => Promise<void>;
}

async function sendAll(run: Run, token: string, jobs: number[]): Promise<void> {
  const { plan, product, proof, sent } = run;
  let next = 0;
  let answered = 0;
  let underWay = 0;
  let pause: Promise<void> | undefined;
  let happening = Promise.resolve();
  const atRest = async (look: () => Promise<void>) => {
    const over = Promise.withResolvers<void>();
    pause = over.promise;
    while (underWay > 0) await sleep(5);
    await look();
    pause = undefined;
    over.resolve();
  };
  const events = eventsOf(run, atRest);

  const send = async () => {
    while (answered < plan.forms && next < plan.forms * 3) {
      await pause;
      await product.whenUp();
      next += 1;
      const form = formOf(next, token, jobs);
      sent.set(form.email, { form, answer: undefined });
      underWay += 1;
      const answer = await sendForm(product.url, form).catch(() => undefined);
      underWay -= 1;
      if (!answer) {
        proof.cut += 1;
        continue;
      }
      proof.answered.set(answer.status, (proof.answered.get(answer.status) ?? 0) + 1);
      if (answer.status !== 200 && answer.status !== 202) continue;
      sent.set(form.email, { form, answer });
      answered += 1;
      for (let due = takeDue(events, answered); due; due = takeDue(events, answered)) {
        const { happens } = due;
        // Events run one after the other, while forms that are in flight go on.
        happening = happening.then(happens);
      }
      await happening;
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  if (answered < plan.forms) proof.problems.push(`only ${answered} of ${next} forms were answered`);
}

function takeDue(events: Event[], answered: number): Event | undefined {
  return events[0] && events[0].after <= answered ? events.shift() : undefined;
}

/**
 * Returns the kills and outages of a plan in order: outages one after the other, with equally long times without an
 * outage in between.
 */
function eventsOf(
  { plan, gate, product, proof, admin }: Run,
  atRest: (look: () => Promise<void>) => Promise<void>,
) {
  const random = seeded(plan.seed);
  const parts = plan.outages.length * 2 + 1;
  const startOf = (part: number) => Math.round((plan.forms * part) / parts);
  const events: Event[] = plan.outages.flatMap((mode, index) => [
    { after: Math.max(1, startOf(index * 2 + 1)), happens: () => gate.set(mode) },
    {
      after: startOf(index * 2 + 2),
      happens: () =>
        atRest(async () => {
          proof.waited.push((await waitingForms(admin)).waiting);
          // Uploads are removed from the disk right after their answer.
          for (
            let tries = 0;
            tries < 500 && filesUnder(join(product.dataDir, 'tmp')).length > 0;
            tries += 1
          ) {
            await sleep(10);
          }
          const plain = filesWithWords(product.dataDir, nameWords);
          proof.problems.push(...plain.map((name) => `while the host was out (${mode}): ${name}`));
          await gate.set('open');
        }),
    },
  ]);
  for (let kill = 0; kill < plan.kills; kill += 1) {
    // Odd parts have an outage; the part after one delivers the queue. No kill in the last forms of a part: there all
    // senders wait for its end.
    const turn = Math.floor(kill / 2) % Math.max(1, plan.outages.length);
    const part = plan.outages.length === 0 ? 0 : turn * 2 + (kill % 2 === 1 ? 1 : 2);
    const [from, to] = [startOf(part), startOf(part + 1)];
    const after = between(random, from + 1, Math.max(from + 1, to - senders - 1));
    events.push({ after, happens: async () => void proof.restarts.push(await product.killAndStart()) });
  }
  return events.toSorted((one, other) => one.after - other.after);
}

async function waitUntilDelivered({ admin, proof }: Run): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const { waiting, needs_person: stuck } = await waitingForms(admin);
    proof.deliveredIn = performance.now() - begun;
    if (waiting === 0) {
      if (stuck > 0) proof.problems.push(`${stuck} forms need a person, though the host took all others`);
      return;
    }
    if (proof.deliveredIn > deliveryMs) {
      proof.problems.push(`${waiting} forms still wait after ${deliveryMs / 1000} s`);
      return;
    }
    await sleep(100);
  }
}

/** Compares the host's forms with the answers that visitors received. */
function judge({ sent, proof }: Run, host: FormHost, items: readonly WaitingItem[]): void {
  const byEmail = Map.groupBy(host.stored(), ({ email }) => email);
  const marked = new Set(items.filter((item) => item.may_be_twice).map(({ reference }) => reference));
  const say = (email: string, text: string) => proof.problems.push(`${email}: ${text}`);
  for (const [email, { form, answer }] of sent) {
    const stored = byEmail.get(email) ?? [];
    byEmail.delete(email);
    if (answer && stored.length === 0) say(email, `answered with ${answer.status}, and the host has it not`);
    if (host.once && stored.length > 1) say(email, `the host has it ${stored.length} times`);
    if (stored.length > 1) proof.twice += 1;
    for (const one of stored) for (const text of differences(form, answer, one)) say(email, text);
    // A first attempt sends no reference; if the host carried it out and its answer was lost, a host that honours the
    // key keeps its own reference.
    if (answer?.reference !== undefined && !stored.some((one) => one.reference === answer.reference)) {
      if (host.once && answer.status === 202) proof.ownReference += 1;
      else say(email, `its reference is ${stored[0]?.reference}, not ${answer.reference}`);
    }
    const reference = answer?.reference ?? stored.find((one) => one.reference !== undefined)?.reference;
    if (stored.length > 1 && reference !== undefined && marked.has(reference)) proof.markedTwice += 1;
  }
  for (const email of byEmail.keys()) say(email, 'nobody has sent it');
  if (proof.markedTwice < proof.twice)
    proof.problems.push(`${proof.twice - proof.markedTwice} forms are there twice, and nobody is told`);
  proof.problems.push(...host.problems());
}

function differences(form: VisitorForm, answer: FormAnswer | undefined, stored: StoredForm): string[] {
  return [
    ...(stored.name === form.name ? [] : [`its name is ${stored.name}`]),
    ...(stored.cvHash === form.cvHash ? [] : ['its CV is another']),
    ...(stored.isSpam ? ['it is taken for spam'] : []),
    ...(answer?.dueAt === undefined || stored.dueAt === undefined || areNear(stored.dueAt, answer.dueAt)
      ? []
      : [`it is due at ${stored.dueAt}, not ${answer.dueAt}`]),
  ];
}

/** The deadline counts in days: a host that received no time of receipt uses its own, and it got the form at once. */
function areNear(one: string, other: string): boolean {
  return Math.abs(Date.parse(one) - Date.parse(other)) < 5_000;
}
