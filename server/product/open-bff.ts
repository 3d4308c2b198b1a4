import { startRetention } from '../bff/activity/retention.ts';
import { openIntake } from '../bff/intake/intake.ts';
import { createHostReads } from '../bff/reads/host-reads.ts';
import { richTexts } from '../bff/reads/present.ts';
import { createListNotes, createSharedReads } from '../bff/reads/reads.ts';
import { purposeKeys } from '../bff/session/secrets.ts';
import { createLoginThrottle } from '../bff/session/sign-in/throttle.ts';
import { createSubmittedForms } from '../bff/submitted-forms.ts';
import { createUploadGate } from '../bff/uploads/bodies.ts';
import { DiskStore } from '../cache/disk-store.ts';
import type { Health } from '../http/health.ts';
import { openTogether } from '../process/open-together.ts';
import type { Target } from '../target.ts';
import type { Beginning, Company } from './open-company.ts';
import type { Engine } from './open-engine.ts';
import type { Port } from './open-port.ts';
import type { State } from './open-state.ts';

interface BffContext extends Beginning {
  company: Company;
  port: Port;
  state: State;
  engine: Engine;
  host: Target;
}

export type Bff = Awaited<ReturnType<typeof openBff>>;

/** Opens the BFF, the layer between visitors and the host: cached reads, queued forms, uploads, limits, health. */
export function openBff(context: BffContext) {
  const { options, log, company, port, state, engine, host } = context;
  const { config, counts, databases, sessions } = state;
  const { upstream, capabilities } = host;
  const { publicUrl } = port;
  return openTogether(async (opened) => {
    opened.add(startRetention({ db: state.db, log, living: host.living }).stop);
    opened.add(richTexts.rest);
    let writes = 0;
    const generation = () => writes;
    const hostReads = createHostReads(upstream, capabilities, { generation, log });
    const listNotes = createListNotes(host.isEngine);
    const { intake, readHost } = await openIntake({
      config,
      databases,
      site: company.site,
      publicUrl,
      upstream,
      askHost: listNotes.watch(hostReads),
      capabilities,
      assertion: engine.assertion,
      log,
      counts,
      formTokens: engine.formTokens,
      beside: host.beside,
    });
    opened.add(intake.close);
    const uploads = await createUploadGate(config, log, options.minRate);
    const disk = openDiskCache(context);
    if (disk) opened.add(disk.close);
    const sharedReads = createSharedReads({
      readHost,
      upstream,
      publicUrl,
      config,
      log,
      site: company.site,
      disk,
      ...state.caching,
    });
    return {
      /** Returns the number of changes to public content so far. */
      generation,
      countWrite() {
        writes += 1;
      },
      listNotes,
      intake,
      readHost,
      uploads,
      disk,
      sharedReads,
      health: healthOf(context, intake),
      throttle: createLoginThrottle({ known: sessions.devices.known, counts }),
      submittedForms: createSubmittedForms(await purposeKeys(config, 'studio page form')),
    };
  });
}

/**
 * Opens the disk cache. Undefined for an engine on its own SQLite files, which answers whenever this process runs, so
 * that there is no need for a disk cache.
 */
function openDiskCache({ state, host }: BffContext) {
  if (host.isEngine && state.databases.dialect === 'sqlite') return undefined;
  return new DiskStore({ ...state.diskCache, notBefore: state.forgetting.notBefore });
}

function healthOf(
  { state, engine, host }: BffContext,
  intake: Awaited<ReturnType<typeof openIntake>>['intake'],
): Health {
  const { databases, sessions } = state;
  const probeFiles = async () => {
    await sessions.probe();
    await intake.probe();
    await engine.engine?.probe();
  };
  // All processes lose a shared database at the same time, so it is no part of the check of a single process:
  // otherwise a load balancer would remove all of them.
  const isShared = databases.dialect === 'postgres';
  return {
    engine: host.isEngine ? 'embedded' : 'upstream',
    probe: host.upstream.probe,
    probeSelf: isShared ? undefined : probeFiles,
    probeDatabase: isShared ? databases.probe : undefined,
    probeBeside: host.filled && (async () => {}),
    waiting: intake.waiting,
  };
}
