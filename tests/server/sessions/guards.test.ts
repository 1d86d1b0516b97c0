import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { isGoodPassword } from '../../../schemas/password.ts';
import { RequestLog } from '../../../server/http/request-log.ts';
import { createLog, type Level } from '../../../server/log.ts';

describe('a password', () => {
  const cases: [string, boolean][] = [
    ['Officina2026!', true],
    ['Aa1@aaaa', true],
    ['Aa1"aaaa', false],
    ['Aa1@aaa', false],
    [`Aa1@${'a'.repeat(197)}`, false],
  ];
  it.each(cases)('%s: %s [password-special] [password-min-length]', (password, good) => {
    expect(isGoodPassword(password)).toBe(good);
  });
});

describe('the log', () => {
  const written = (
    level: Level,
    short: boolean,
    write: (log: ReturnType<typeof createLog>) => void,
  ): string => {
    const lines: string[] = [];
    write(createLog({ level, short, write: (line) => lines.push(line) }));
    return lines.join('');
  };
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJv.dV4WNRE1tJ0a98';

  it.each([true, false])('contains no secret, of any length: %s', (short) => {
    const text = written('info', short, (log) => {
      const child = log.child({ reqId: 'req-1' });
      child.info(
        {
          req: { method: 'GET', url: `/reset-password/${secret}`, headers: { authorization: 'Bearer abc' } },
        },
        'in',
      );
      child.warn({
        body: { pwd: 'Officina2026!', deep: { refresh_token: 'xyz-secret' } },
        err: new Error(`at postgres://me:geheim@h/d`),
      });
      child.error('key ofk_abcdefghijkl');
      child.warn('otpauth://totp/Officina:anna?secret=JBSWY3DPEHPK3PXP&issuer=Officina');
      child.info({ req: { method: 'GET', url: '/x/file?scade=1&firma=AbC-sealed_9' } }, 'in');
    });
    for (const word of [
      secret,
      'abc',
      'Officina2026!',
      'xyz-secret',
      'geheim',
      'ofk_abcdef',
      'AbC-sealed',
      'JBSWY3DP',
    ])
      expect(text).not.toContain(word);
    expect(text).toContain('req-1');
  });

  it('contains only messages of its level', () => {
    const text = written('warn', false, (log) => {
      log.info('quiet');
      log.warn('loud');
    });
    expect(JSON.parse(text)).toMatchObject({ level: 'warn', msg: 'loud' });
  });

  it('has one line for each request, with its address, status and time', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', short: false, write: (line) => lines.push(line) });
    const server = Fastify({ loggerInstance: log, logController: new RequestLog() });
    server.get('/part', async () => 'ok');
    await server.inject('/part?firma=AbC-sealed_9');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        reqId: 'req-1',
        req: { method: 'GET', url: '/part?firma=[seal]', ip: '127.0.0.1' },
        res: 200,
        responseTime: expect.any(Number),
        msg: 'request completed',
      },
    ]);
  });
});
