/** Files that search engines, feed readers and browsers ask a site for, which it makes itself. */
export const machineFiles =
  /^\/(sitemap(-\d{1,5})?|feed|jobs)\.xml$|^\/robots\.txt$|^\/[\w.-]{1,40}\.webmanifest$/;
