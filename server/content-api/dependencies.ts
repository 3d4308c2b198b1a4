import type { Logger } from 'pino';
import type { SampleRemoval, SampleStatus } from '#shared/schemas/sample.ts';
import type { LiveSite } from '#shared/schemas/site.ts';
import type { Counts } from '../database/site/counts.ts';
import type { Db } from '../database/types.ts';
import type { FormTokens } from '../forms/form-tokens.ts';
import type { BackgroundWorker } from '../process/work.ts';
import type { Tokens } from './auth/accounts.ts';
import type { FormReader } from './calls.ts';
import type { HybridRows } from './hybrid-handlers.ts';
import type { Outbox } from './mail/outbox.ts';
import type { FileStorage } from './media/storage.ts';
import type { MediaStore } from './media/store.ts';

/** Settings by the operator, passed on when the engine is constructed. */
interface SecondStepSettings {
  /**
   * Keys derived from SESSION_SECRET for this purpose. The first key seals; each of the keys can open. Without keys,
   * only this process can open the values that it seals.
   */
  keys?: readonly Buffer[];
  /** PUBLIC_URL as configured: passkeys belong to its host name. */
  publicUrl?: URL;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** The parts that openContentApi constructs for the calls. */
export interface EngineDependencies {
  db: Db;
  tokens: Tokens;
  media: MediaStore;
  storage: FileStorage;
  readForm: FormReader;
  formTokens: FormTokens;
  outbox: Outbox;
  counts: Counts;
  scheduler: Pick<BackgroundWorker, 'wake'>;
  site: LiveSite;
  secondStep: SecondStepSettings;
  /** PUBLIC_URL as configured; the only base of links in mails. */
  linksFrom: URL | undefined;
  /** True if mails are sent; false if they wait in the outbox. */
  mailsAreSent: boolean;
  /** The secret of a trusted caller: with it, the caller's statements about a form are accepted (`Receipt`). */
  assertion?: string;
  /** Set in hybrid mode, where an API host signs people in: the calls that the engine answers. */
  behind?: HybridRows;
  /** Loads the code of the sample content. */
  openSample: () => Promise<SampleContent>;
  /** Called after every call that may have changed something. */
  onChange?: () => void;
  log: Logger;
}

/** The sample content, which tools/sample adds and removes. */
interface SampleContent {
  status(): Promise<SampleStatus>;
  /** Erases the unchanged rows for good, with their files. */
  remove(): Promise<SampleRemoval>;
}
