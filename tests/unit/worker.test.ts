/** Requests that the service worker answers from the device, and those that it leaves to the server. */
import { describe, expect, it } from 'vitest';
import { roleOf } from '../../src/worker/role-of.ts';

const ORIGIN = 'https://officina.example.com';
const navigation = (path: string) => roleOf({ method: 'GET', mode: 'navigate', url: ORIGIN + path }, ORIGIN);
const request = (path: string, method = 'GET') =>
  roleOf({ method, mode: 'cors', url: new URL(path, ORIGIN).href }, ORIGIN);

describe('the service worker', () => {
  it.each(['/', '/home', '/home?open=scan', '/dettaglio-odl/12', '/reset-password/ey.pd.x', '/authors'])(
    'answers the address of a page: %s',
    (path) => expect(navigation(path)).toBe('page'),
  );

  it.each([
    '/api/cmms/odl/1/documento/2',
    '/api/cmms/openapi.json',
    '/sso?jwt=a&id=b',
    '/auth?code=1',
    '/robots.txt',
    '/sw.js',
    '/.well-known/openid-configuration',
  ])('leaves an address that must reach the server alone: %s', (path) =>
    expect(navigation(path)).toBeUndefined(),
  );

  it.each(['/assets/start-abc.js', '/locales/it.json', '/icons/icon-192.png', '/manifest.it.webmanifest'])(
    'answers the files of the pages: %s',
    (path) => expect(request(path)).toBe('file'),
  );

  it('leaves calls, probes, other origins and writes alone', () => {
    expect(request('/api/cmms/odl/')).toBeUndefined();
    expect(request('/health', 'HEAD')).toBeUndefined();
    expect(request('https://elsewhere.example.com/assets/a.js')).toBeUndefined();
    expect(request('/assets/a.js', 'POST')).toBeUndefined();
    expect(request('/home')).toBeUndefined();
  });
});
