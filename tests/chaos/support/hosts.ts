import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formHeaders } from '../../../server/forms/form-headers.ts';
import { sha256 } from '../../support/files.ts';
import { type Child, startNode } from './child.ts';
import { engineProblems, openEngineData } from './engine-data.ts';
import { admin } from './product.ts';

/** An API host's record of one form, from the host's own data. */
export interface StoredForm {
  reference: string | undefined;
  email: string;
  name: string;
  /** SHA-256 of the CV in hex. */
  cvHash: string | undefined;
  key: string | undefined;
  receivedAt: string | undefined;
  dueAt: string | undefined;
  isSpam: boolean;
}

/** An API host in a process of its own. */
export interface FormHost {
  child: Child;
  /** True if the host honours Idempotency-Key. */
  once: boolean;
  /** Headers of each call, with which the host accepts references and times as its own. */
  headers: Record<string, string>;
  stored(): StoredForm[];
  /** Returns further problems in the host's data. */
  problems(): string[];
}

/** Starts our own engine as a remote host. */
export async function startEngineHost(dataDir: string): Promise<FormHost> {
  const assertion = randomBytes(24).toString('base64url');
  const child = await startEngineProcess(dataDir, {}, assertion);
  return {
    child,
    once: true,
    headers: { [formHeaders.assertion]: assertion },
    stored: () => formsOfEngine(dataDir),
    problems: () => engineProblems(dataDir),
  };
}

/** Starts our engine as a host, in a process of its own; its address is the `UPSTREAM_URL` of a product. */
export function startEngineProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  assertion?: string,
): Promise<Child> {
  return startNode(join(import.meta.dirname, '../hosts/engine-host.ts'), {
    ready: /The host is at (\S+)/,
    ...(assertion && { args: [assertion] }),
    environment: {
      DATA_DIR: dataDir,
      SAMPLE_CONTENT: 'off',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      ...environment,
    },
  });
}

/** Starts a host that ignores Idempotency-Key and records the forms that it receives. */
export async function startPlainHost(folder: string): Promise<FormHost> {
  const record = join(folder, 'record.jsonl');
  const program = join(import.meta.dirname, '../hosts/plain-host.ts');
  const child = await startNode(program, { args: [record], ready: /The host is at (\S+)/ });
  const stored = () =>
    readFileSync(record, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): StoredForm => {
        const { reference, key, receivedAt, fields, cv } = JSON.parse(line);
        const { email, name } = fields;
        return {
          reference,
          email,
          name,
          cvHash: cv,
          key,
          receivedAt,
          dueAt: undefined,
          isSpam: Boolean(fields.website),
        };
      });
  const problems = () => {
    const keys = new Map<string, Set<string | undefined>>();
    for (const { email, key } of stored()) keys.set(email, (keys.get(email) ?? new Set()).add(key));
    return [...keys].flatMap(([email, each]) =>
      each.size > 1 || each.has(undefined) ? [`${email} came under keys ${[...each].join(', ')}`] : [],
    );
  };
  return { child, once: false, headers: {}, stored, problems };
}

/** Returns every form in the data of an engine. */
export function formsOfEngine(dataDir: string): StoredForm[] {
  const database = openEngineData(dataDir);
  try {
    const hashOf = (file: string) => sha256(readFileSync(join(dataDir, file)));
    const applications = database
      .prepare(
        `select s.reference, s.email, s.name, s.cv_file, a.status from applicant_submissions s
         join applicants a on a.id = s.applicant_id`,
      )
      .all() as Record<string, string>[];
    const messages = database.prepare('select * from messages').all() as Record<string, string | null>[];
    const none = { key: undefined, receivedAt: undefined, dueAt: undefined };
    return [
      ...applications.map(({ reference, email = '', name = '', cv_file: file = '', status }) => ({
        ...none,
        reference,
        email,
        name,
        cvHash: hashOf(file),
        isSpam: status === 'spam',
      })),
      ...messages.map(({ reference, email, name, due_at: dueAt, status }) => ({
        ...none,
        reference: reference ?? undefined,
        email: email ?? '',
        name: name ?? '',
        cvHash: undefined,
        dueAt: dueAt ?? undefined,
        isSpam: status === 'spam',
      })),
    ];
  } finally {
    database.close();
  }
}
