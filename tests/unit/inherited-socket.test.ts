import { expect, it } from 'vitest';
import { ConfigError, inheritedSocket } from '../../server/config.ts';

it('a socket is taken when it is meant for this process, and its variables are gone afterwards', () => {
  const environment = { LISTEN_FDS: '1', LISTEN_PID: '77', LISTEN_FDNAMES: 'x', PORT: '1' };
  expect(inheritedSocket(environment, 77)).toBe(3);
  expect(environment).toEqual({ PORT: '1' });
});

it('none, and one that is meant for another process, are none', () => {
  expect(inheritedSocket({}, 77)).toBeUndefined();
  const environment = { LISTEN_FDS: '1', LISTEN_PID: '78' };
  expect(inheritedSocket(environment, 77)).toBeUndefined();
  expect(environment).toEqual({});
  expect(inheritedSocket({ LISTEN_FDS: '1' }, 77)).toBeUndefined();
});

it('several are refused in words', () => {
  const several = () => inheritedSocket({ LISTEN_FDS: '2', LISTEN_PID: '77' }, 77);
  expect(several).toThrow(ConfigError);
  expect(several).toThrow('accepts one listening socket');
});
