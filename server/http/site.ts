/** The built front end: its files, also compressed, and index.html for every address of a screen. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * The content security policy: no inline scripts, nothing from other origins. emotion writes its styles into the
 * page.
 */
const POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  // Documents that are stored on the device.
  frameSrc: ["'self'", 'blob:'],
  mediaSrc: ["'self'", 'blob:'],
  // The scanner decodes in a worker that its library creates from a text.
  workerSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
};

/** The permissions policy. The camera scans codes. Other devices are disabled, also for other origins. */
const PERMISSIONS = 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()';

/** Addresses that browsers, robots and monitors request, and people never do. A page would mislead them. */
const FOR_MACHINES =
  /^\/(?:(?:assets|icons|locales)\/|\.well-known(?:\/|$)|(?:metrics|(?:robots|ads|app-ads|humans|security)\.txt|sitemap[\w-]*\.xml(?:\.gz)?|browserconfig\.xml|crossdomain\.xml|manifest\.(?:\w+\.)?(?:webmanifest|json)|site\.webmanifest|favicon[\w-]*\.\w+|apple-touch-icon[\w-]*\.png|(?:sw|service-worker)\.js)\/?$)/i;

export const isForMachines = (url: string): boolean => FOR_MACHINES.test(url.split('?')[0] ?? '');

const YEAR_S = 31_536_000;

/** A page of a list is compressed at once: the streams for larger replies cost more than its compression. */
const COMPRESSION = {
  threshold: 1_024,
  syncThreshold: 131_072,
  encodings: ['br' as const, 'gzip' as const],
  global: true,
};

/** Installs the site. A plant's own network often has no certificate, so HSTS and upgrades are set only with https. */
export async function installSite(app: FastifyInstance, folder: string, https: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    strictTransportSecurity: https,
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' } : false,
    originAgentCluster: false,
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
  });
  await app.register(compress, COMPRESSION);
  if (!existsSync(join(folder, 'index.html'))) return;
  await app.register(serveStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    index: false,
    setHeaders(reply, path) {
      const hashed = path.includes(`${join(folder, 'assets')}`);
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
    },
  });
}
