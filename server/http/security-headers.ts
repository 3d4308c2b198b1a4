import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { withoutSecret } from '#shared/link-paths.ts';

const self = ["'self'"];
const nothing = ["'none'"];
const videoHosts = [
  'https://www.youtube.com',
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
];

/**
 * Path to which browsers report violations of the policy. It is not below /api, because a browser that sends a report
 * neither adds the X-CSRF header nor waits for an answer.
 */
export const cspReportPath = '/csp-report';

/**
 * The content security policy, with its directives in the order of server/http/README.md. A page can load a new kind
 * of resource only after an entry is added here.
 */
const contentSecurityPolicy = {
  defaultSrc: nothing,
  scriptSrc: self,
  styleSrc: self,
  // Rich text has its colours and alignment in style attributes, so style attributes are allowed. html-policy.ts
  // lists which styles are permitted in them.
  styleSrcAttr: ["'unsafe-inline'"],
  imgSrc: [...self, 'data:', 'blob:'],
  mediaSrc: [...self, 'blob:'],
  fontSrc: self,
  connectSrc: self,
  frameSrc: videoHosts,
  manifestSrc: self,
  objectSrc: nothing,
  baseUri: nothing,
  frameAncestors: nothing,
  formAction: self,
  reportUri: [cspReportPath],
};

/**
 * Device features that no page of this site uses. Only names that browsers know are listed, because an unknown name
 * causes a warning in the console.
 */
const closedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Features that this site's own pages may use, but embedded content may not: passkeys. */
const ownFeatures = ['publickey-credentials-create', 'publickey-credentials-get'];

/** Features that an embedded video needs. */
const videoFeatures = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'];

/**
 * Returns the headers of every response (server/http/README.md). They are computed once, because helmet would build
 * them again for each request. HSTS is sent only if the site is reached over https. It does not include subdomains,
 * because they are not under this site's control.
 */
export function securityHeaders(publicUrl: URL) {
  const headers: [string, string][] = [];
  const collector = {
    // Adds a space after each semicolon of the policy, as in server/http/README.md. No other value contains one, and no
    // entry of the policy.
    setHeader: (name: string, value: string) => headers.push([name, value.replaceAll(';', '; ')]),
    removeHeader() {},
  };
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy },
    // Set because helmet's default, `no-referrer`, breaks YouTube embeds (error 153).
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity:
      publicUrl.protocol === 'https:' ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })({} as IncomingMessage, collector as unknown as ServerResponse, () => {});
  headers.push(['Permissions-Policy', permissionsPolicy()]);
  return headers;
}

/** Sets the headers of `securityHeaders` before anything else can answer. */
export function setSecurityHeaders(publicUrl: URL): RequestHandler {
  const headers = new Map(securityHeaders(publicUrl));
  return (req, res, next) => {
    res.setHeaders(headers);
    const path = req.url.replace(/\?.*$/s, '');
    if (withoutSecret(path) !== path) res.set(linkHeaders);
    next();
  };
}

/** Headers of every answer at the address of a page by link (server/pages/by-link/README.md), including errors. */
const linkHeaders = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'private, no-store',
};

function permissionsPolicy() {
  const players = `(self ${videoHosts.map((host) => `"${host}"`).join(' ')})`;
  return [
    ...closedFeatures.map((name) => `${name}=()`),
    ...ownFeatures.map((name) => `${name}=(self)`),
    ...videoFeatures.map((name) => `${name}=${players}`),
  ].join(', ');
}
