const oldestVersion = 16;

/** `version` is the server's version text, `number` its server_version_num. */
export function versionProblem(version: string, number: number): string | undefined {
  if (number >= oldestVersion * 10_000) return undefined;
  return `PostgreSQL ${oldestVersion} or later is needed, and this is ${version} (Debian 12 has 15; later versions are at apt.postgresql.org)`;
}
