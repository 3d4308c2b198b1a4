import { parseHostFile } from '../../../hosts/host-file/load.ts';
import type { Config } from '../../../server/config.ts';
import { StartError } from '../../../server/errors.ts';
import type { Values } from '../../cli/commands.ts';
import { adaptedHost } from '../adapted-host.ts';
import { checkUpstream } from '../checks.ts';
import { fatal, inGroup } from '../finding.ts';
import { causeOf, header } from '../host.ts';
import { findingsOf, isHealthy } from '../report.ts';
import { type Draft, draftOf } from './draft.ts';
import { signOuts } from './matching.ts';
import { createProber, type LoginDetection, signIn, tokenHeadersOf, wayOf } from './prober.ts';
import { recognise, type Surveyed, survey } from './survey.ts';

/**
 * Subjects of findings that must be right before the site counts as working: the sign-in, the reads of pages, and the
 * pages of lists.
 */
export const needed =
  /^(POST \/api\/login|GET \/api\/((singlePost|getSingleCategory)\/\{id\}|getProjectCategory|blogs)|host\.json: envelope\..*)$/;

/**
 * Examines an unknown host, drafts a host.json for it, and checks the host through this draft. `told` is what the
 * person states: paths from the origin, the zone, and other origins with pictures.
 */
export async function examineUnknown(
  url: URL,
  told: Values<'doctor'>,
  who: { name: string; password: string } | undefined,
  site: Config,
) {
  const prober = createProber(url, site.UPSTREAM_TIMEOUT_MS);
  const { status, headers } = await prober.ask(url.pathname);
  const to = header(headers, 'location');
  if (status === 0) throw new StartError(`${url.href}: ${await causeOf(prober.error, prober.upstream)}`);
  if (URL.canParse(to) && new URL(to).origin !== url.origin)
    throw new StartError(
      `${url.href} redirects to ${to}, and redirects to another origin are not followed: use that address`,
    );
  const known = await recognise(prober, url, told);
  const { way, signedIn, refused } = await signIn(prober, wayOf(known, told, who?.name), who);
  const done = await survey(known, prober, told, signedIn);
  if (Object.keys(done.lists).length === 0)
    throw new StartError(
      [
        `${prober.origin}${known.root} has no index of WordPress and no list whose rows have an id (id, uuid, num, …_id) with a usual name (posts, projects, services …) there or below /api: name the lists with --posts /path, --projects /path and --categories /path, and an id of another name with --id`,
        ...done.problems,
      ].join('\n'),
    );
  const draft = await draftOf(done, way);
  if (who?.name.includes('@') === false) draft.put('login_name', 'user_name');
  await addLogout(done, way, draft);
  console.error('Asking the host through the proposed file …');
  const file = parseHostFile(JSON.stringify(draft.file), 'the proposed file');
  const { paths: mediaPaths = [] } = file.media;
  const findings = await findingsOf([
    checkUpstream(prober.upstream, {
      config: {
        ...{ ...site, UPSTREAM_MEDIA_PATHS: mediaPaths, ADMIN_EMAIL: who?.name ?? '' },
        ADMIN_PASSWORD: signedIn && who?.password,
      },
      // The origins come from answers of the host: no request is sent to them before the person has saved the file.
      adapted: { ...adaptedHost(prober.upstream, file, mediaPaths), asksOrigins: false },
      triesWrites: told['try-writes'] === true,
    }),
    refused
      ? [
          inGroup('sign-in')(
            'POST /api/login',
            fatal(
              refused,
              'ask what a sign-in sends and where its answer has the token; --login /path, from the origin, names another, and --login-fields name,password its fields (calls.login.body of the file)',
            ),
          ),
        ]
      : [],
  ]);
  await prober.upstream.close();
  const isReady =
    isHealthy(findings) &&
    findings.every(({ subject, result }) => result === 'there' || !needed.test(subject)) &&
    done.problems.length === 0 &&
    signedIn?.isProved === true;
  return { file: draft.file, findings, isReady };
}

/** Ends the session by the sign-out that is named as the sign-in is, and adds this call. */
async function addLogout(
  { prober, signedIn }: Surveyed,
  { path: login, passwordField }: LoginDetection,
  draft: Draft,
) {
  if (!signedIn) return;
  // A session is deleted, also at Rails with Devise, which takes the password inside of `user`.
  const method = /sessions?\/?$/.test(login) || passwordField.includes('.') ? 'DELETE' : undefined;
  const path = signOuts.reduce((all, [enter, leave]) => all.replace(enter, leave), login);
  const verb = method ?? 'POST';
  if (method || path !== login) {
    const { status } = await prober.send(verb, path, tokenHeadersOf(signedIn.ways[0], signedIn.token));
    if (status >= 200 && status < 300) return draft.call('logout', path, { method });
  }
  draft.put('calls.logout', 'absent');
  draft.ask(`calls.logout: not found (${verb} ${path}), so a token stays valid: ask how to end one.`);
}
