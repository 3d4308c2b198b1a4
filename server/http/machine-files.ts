/** Paths of generated files that search engines, feed readers and browsers request. */
export const machineFiles = /^\/(sitemap|feed|jobs)\.xml$|^\/robots\.txt$|^\/[\w.-]{1,40}\.webmanifest$/;
