/** The address of a PostgreSQL server, and the sentences for what is wrong with it at the start. */
import { codeOf, messageOf, StartupError } from './startup-error.ts';

export function addressOf(
  url: string,
  setting = 'DATABASE_URL',
): { host: string; name: string; user: string } {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new StartupError(
      `${setting} is not an address of PostgreSQL. Write postgres://user:password@host:5432/database; a character such as @ or / in the password is written %40 or %2F.`,
    );
  const { hostname, port, pathname, username, searchParams } = new URL(url);
  const user = decodeURIComponent(username) || searchParams.get('user') || 'postgres';
  const host = `${decodeURIComponent(hostname) || searchParams.get('host') || 'localhost'}:${port || 5432}`;
  return { host, name: decodeURIComponent(pathname.slice(1)) || user, user };
}

/** Turns a connection error of PostgreSQL into a message. */
export function startupErrorOf(error: unknown, url: string, setting = 'DATABASE_URL'): StartupError {
  const { host, name, user } = addressOf(url, setting);
  const code = codeOf(error) ?? '';
  const sentences: Record<string, string> = {
    ECONNREFUSED: `Nothing answers at ${host}. Start PostgreSQL there, or correct the address in ${setting}.`,
    ENOENT: `Nothing answers at ${host}. Start PostgreSQL there, or correct the address in ${setting}.`,
    ENOTFOUND: `The host of ${setting}, ${host}, is unknown. Correct its name.`,
    EAI_AGAIN: `The host of ${setting}, ${host}, is unknown, or no name server answers. Correct its name.`,
    '28P01': `PostgreSQL at ${host} refuses the password of ${user}. Correct it in ${setting}.`,
    '28000': `PostgreSQL at ${host} does not let ${user} in. Correct the user in ${setting}, or the server's pg_hba.conf.`,
    '3D000': `PostgreSQL at ${host} has no database ${name}. Make it with: createdb ${name}, or correct ${setting}.`,
    '42501': `${user} may not connect to the database ${name} at ${host}. Grant it: grant all on database ${name} to ${user}.`,
    '53300': `PostgreSQL at ${host} has no connection left. Raise its max_connections, or stop other programs that use it.`,
    '57P03': `PostgreSQL at ${host} is starting or stopping. Try again in a moment.`,
  };
  const timedOut = code === 'ETIMEDOUT' || /timeout|terminated/i.test(messageOf(error));
  return new StartupError(
    sentences[code] ??
      (timedOut
        ? `PostgreSQL at ${host} does not answer. Check that it runs, and that a firewall lets this machine in.`
        : `PostgreSQL at ${host} cannot be used: ${messageOf(error)}`),
  );
}
