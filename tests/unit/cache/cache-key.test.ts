import { describe, expect, it } from 'vitest';
import { contract } from '#shared/contract/index.ts';
import { keyOfPage, keyOfRead } from '../../../server/cache/answer-cache.ts';

describe('the key of a read', () => {
  it.each([
    ['/api/jobs', '/api/jobs', false],
    ['/api/jobs?', '/api/jobs', false],
    ['/api/jobs?utm_source=x&_=1', '/api/jobs', false],
    ['/api/jobs?page=2&utm_source=x', '/api/jobs?page=2', false],
    ['/api/jobs?search=a&page=2', '/api/jobs?page=2&search=a', true],
    ['/api/jobs?%70age=2', '/api/jobs?page=2', false],
    ['/api/jobs?page=-1', '/api/jobs?page=-1', true],
    ['/api/jobs?page=', '/api/jobs?page=', true],
    ['/api/jobs?page=02', '/api/jobs?page=02', true],
    ['/api/jobs?page=2.0', '/api/jobs?page=2.0', true],
    ['/api/jobs?page=2&page=2', '/api/jobs?page=2&page=2', true],
    ['/api/jobs?search=b&search=a', '/api/jobs?search=b&search=a', true],
    ['/api/jobs?page=21', '/api/jobs?page=21', true],
    ['/api/jobs?page=x', '/api/jobs?page=x', true],
    ['/api/jobs?department=D%26D', '/api/jobs?department=D%26D', true],
    ['/api/jobs?%zz=1&page=1', '/api/jobs?page=1', false],
    ['/api/jobs?__proto__=1&constructor=2', '/api/jobs', false],
  ])('%s', (target, key, isRare) => {
    expect(keyOfRead(contract.jobs, target)).toEqual({ key, isRare });
  });

  it('has nothing of the query where the row has no parameters', () => {
    expect(keyOfRead({}, '/api/singlePost/1?page=2').key).toBe('/api/singlePost/1');
  });
});

describe('the key of a page', () => {
  it.each([
    ['/', '/'],
    ['/?page=2', '/'],
    ['/publishing?page=2&fbclid=x', '/publishing?page=2'],
    ['/publishing/?page=2', '/publishing/?page=2'],
    ['/portfolio/Web%20design?page=3', '/portfolio/Web%20design?page=3'],
    ['/careers/apply?search=x&source=y&utm=z', '/careers/apply?search=x&source=y'],
    ['/careers/apply/3?source=y&search=x', '/careers/apply/3?source=y'],
    ['/delete-account?app=2&x=1', '/delete-account?app=2'],
    ['/contact?about=Salt+Road&x=1', '/contact?about=Salt+Road'],
  ])('%s', (target, key) => {
    expect(keyOfPage(target).key).toBe(key);
  });

  it('is rare for the title of a work, of which anybody can invent any number', () => {
    expect(keyOfPage('/contact?about=Salt').isRare).toBe(true);
  });
});
