/** The built front end: its files, also compressed, and index.html for every address of a screen. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import serveStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { WITHOUT_COMPILERS } from './bare-server.ts';
import { pathOf } from './path-of.ts';

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

export const isForMachines = (url: string): boolean => FOR_MACHINES.test(pathOf(url));

/** The names of the site's files. */
const FILE = /^\/(?:[\w-][\w.-]*\/)*[\w-]+(?:\.[\w-]+)+$/;

const YEAR_S = 31_536_000;

/** The fastest levels. They take a quarter of the time of the usual ones, and 1 kB more for a page of a list. */
const FASTEST = {
  brotliCompressSync: (content: Buffer) =>
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzipSync: (content: Buffer) => gzipSync(content, { level: 1 }),
};

/**
 * A page of a list is compressed at once: the streams for larger replies cost more than its compression. Larger
 * replies, such as the schemas, have the usual level.
 */
const COMPRESSION = {
  threshold: 1_024,
  syncThreshold: 131_072,
  zlib: FASTEST,
  encodings: ['br' as const, 'gzip' as const],
  global: true,
};

/** Returns the security headers. They are equal for all replies, and helmet takes longer than sending them. */
async function securityHeaders(https: boolean): Promise<[string, string][]> {
  const probe = Fastify({ schemaController: WITHOUT_COMPILERS });
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: POLICY },
    strictTransportSecurity: https,
    crossOriginOpenerPolicy: https ? { policy: 'same-origin' } : false,
    originAgentCluster: false,
  });
  probe.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()));
  const headers: Record<string, string> = (await probe.inject('/')).json();
  await probe.close();
  return Object.entries({ ...headers, 'permissions-policy': PERMISSIONS });
}

/** Installs the site. A plant's own network often has no certificate, so HSTS and upgrades are set only with https. */
export async function installSite(app: FastifyInstance, folder: string, https: boolean): Promise<void> {
  const headers = await securityHeaders(https);
  app.addHook('onRequest', (_request, reply, done) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value);
    done();
  });
  await app.register(compress, COMPRESSION);
  if (!existsSync(join(folder, 'index.html'))) return;
  await app.register(serveStatic, {
    root: folder,
    preCompressed: true,
    // With a route for each file, the start would take longer.
    serve: false,
    setHeaders(reply, path) {
      const hashed = path.includes(`${join(folder, 'assets')}`);
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache');
    },
  });
  app.get('/*', (request, reply) => {
    const path = pathOf(request.url);
    // Other addresses are screens or unknown: the disk is not asked for them.
    if (FILE.test(path)) reply.sendFile(path);
    else reply.callNotFound();
  });
}
