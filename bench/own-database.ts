/** Databases that a benchmark makes beside that of the address, and drops. */
import pg from 'pg';

async function dropped(url: string, name: string, again: boolean): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`drop database if exists ${name} with (force)`);
    if (again) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}

export const dropDatabase = (url: string, name: string): Promise<void> => dropped(url, name, false);

/** Makes an empty database of this name, and returns its address. */
export async function ownDatabase(url: string, name: string): Promise<string> {
  await dropped(url, name, true);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
