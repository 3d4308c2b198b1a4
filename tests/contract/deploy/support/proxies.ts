import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { root } from './unit-file.ts';

/** Ports of the proxy and the product, and the certificate of the proxy. */
export interface Places {
  http: number;
  https: number;
  product: number;
  cert: string;
  key: string;
  folder: string;
}

/** A proxy with the project's own configuration, adapted to the names, ports and paths of this machine. */
export interface Proxy {
  name: string;
  program: string;
  /** Writes the configuration and returns the arguments that start the program. */
  configure(places: Places): string[];
}

const nginx: Proxy = {
  name: 'nginx',
  program: 'nginx',
  configure(places) {
    const { folder, http, https } = places;
    const ours = ['studio-site.conf', 'studio-site-tls.conf']
      .map((name) => readFileSync(join(root, 'deploy/nginx', name), 'utf8'))
      .join('\n')
      .replace(/^\s*listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ', `listen 127.0.0.1:${https} `)
      .replace('server 127.0.0.1:3000 ', `server 127.0.0.1:${places.product} `)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${places.cert};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${places.key};`)
      .replace('https://www.example.com$', `https://localhost:${https}$`)
      .replaceAll('www.example.com', 'localhost');
    writeFileSync(join(folder, 'site.conf'), ours);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      `user ${userInfo().username}; daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/site.conf;
}`,
    );
    return ['-c', file, '-p', folder, '-e', `${folder}/error`];
  },
};

const caddy: Proxy = {
  name: 'Caddy',
  program: 'caddy',
  configure(places) {
    const { folder, http, https, cert, key } = places;
    const ours = readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8')
      // Only the ports and the certificate differ from our configuration.
      .replace(
        '\tadmin off\n',
        `\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tskip_install_trust\n`,
      )
      .replace('www.example.com} {\n', `localhost} {\n\ttls ${cert} ${key}\n`)
      .replace('health_interval 2s', 'health_interval 100ms')
      .replace('{$SITE_UPSTREAM:127.0.0.1:3000}', `127.0.0.1:${places.product}`);
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, ours);
    return ['run', '--config', file, '--adapter', 'caddyfile'];
  },
};

const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const openssl = 'openssl';
const hasCertificates = isThere(openssl, 'version');

/** All proxies; `installed` is true if this machine can run the proxy. */
export const proxies = [
  { ...nginx, installed: hasCertificates && isThere('nginx', '-v') },
  { ...caddy, installed: hasCertificates && isThere('caddy', 'version') },
];

/** Creates a self-signed certificate for localhost. */
export function makeCertificate(folder: string): { cert: string; key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const { status, stderr } = spawnSync(openssl, [...made, ...subject, '-keyout', key, '-out', cert]);
  if (status !== 0) throw new Error(String(stderr));
  return { cert, key };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a proxy. Resolves when it accepts connections; rejects with its output if it exits before. */
export async function startProxy(proxy: Proxy, places: Places): Promise<() => Promise<void>> {
  const home = join(places.folder, 'home');
  mkdirSync(home);
  const child: ChildProcess = spawn(proxy.program, proxy.configure(places), {
    env: { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.on('data', (bytes) => {
    said += bytes;
  });
  const exited = once(child, 'exit');
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  while (!(await takesConnections(places.https))) if (ended) throw new Error(`${proxy.name}: ${said}`);
  return async () => {
    child.kill('SIGTERM');
    await exited;
  };
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => setTimeout(resolve, 20, false));
    socket.once('connect', () => socket.destroy());
  });
}
