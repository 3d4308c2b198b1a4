import child from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { afterAll } from 'vitest';

/**
 * Set-up of the unit tests: they may not start a process, nor open or call a port. A test that does belongs in
 * tests/system, so that tests/unit stays quick and needs no build. Everything is restored after each file, because
 * one worker runs files of all projects.
 */
const synchronous = ['spawnSync', 'execFileSync', 'execSync'] as const;
const process = (child.ChildProcess as unknown as { prototype: { spawn: unknown } }).prototype;
const real = {
  spawn: process.spawn,
  listen: net.Server.prototype.listen,
  connect: net.Socket.prototype.connect,
  ...Object.fromEntries(synchronous.map((name) => [name, child[name]])),
};

process.spawn = refuse('starts a process');
net.Server.prototype.listen = refuse('opens a port');
net.Socket.prototype.connect = refuse('calls a port');
Object.assign(child, Object.fromEntries(synchronous.map((name) => [name, refuse('starts a process')])));
syncBuiltinESMExports();

afterAll(() => {
  process.spawn = real.spawn;
  net.Server.prototype.listen = real.listen;
  net.Socket.prototype.connect = real.connect;
  Object.assign(
    child,
    Object.fromEntries(synchronous.map((name) => [name, real[name as keyof typeof real]])),
  );
  syncBuiltinESMExports();
});

function refuse(deed: string) {
  return () => {
    throw new Error(`A unit test ${deed}: it belongs in tests/system.`);
  };
}
