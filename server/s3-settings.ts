/** OFFICINA_S3_…: the bucket for the files, instead of the data folder. */
import { StartupError } from './database/startup-error.ts';
import type { S3Settings } from './files/s3-client.ts';

type Environment = Record<string, string | undefined>;

const AMAZON = 'amazonaws.com';

function required(environment: Environment, name: string): string {
  const value = environment[name]?.trim();
  if (value) return value;
  throw new StartupError(`OFFICINA_S3_BUCKET names a bucket, but ${name} is not set.`);
}

function endpointOf(environment: Environment, region: string): string {
  const text = environment.OFFICINA_S3_ENDPOINT?.trim() || `https://s3.${region}.${AMAZON}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new StartupError(
      `OFFICINA_S3_ENDPOINT=${text} is not an address. Use https://s3.example, without the bucket.`,
    );
  return text.replace(/\/+$/, '');
}

function styleOf(environment: Environment, endpoint: string): 'path' | 'host' {
  const text = environment.OFFICINA_S3_STYLE?.trim();
  if (!text) return new URL(endpoint).hostname.endsWith(AMAZON) ? 'host' : 'path';
  if (text === 'path' || text === 'host') return text;
  throw new StartupError(
    `OFFICINA_S3_STYLE=${text} is not a style. Use path (the bucket in the path) or host (before the host).`,
  );
}

function prefixOf(environment: Environment): string {
  const text = (environment.OFFICINA_S3_PREFIX ?? '').replaceAll(/^\/+|\/+$/g, '');
  return text ? `${text}/` : '';
}

const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;

export function readS3Settings(environment: Environment): S3Settings | undefined {
  const bucket = environment.OFFICINA_S3_BUCKET?.trim();
  if (!bucket) return undefined;
  if (!BUCKET.test(bucket))
    throw new StartupError(
      `OFFICINA_S3_BUCKET=${bucket} is not the name of a bucket: 3 to 63 lowercase letters, digits, points and hyphens.`,
    );
  const region = environment.OFFICINA_S3_REGION?.trim() || 'us-east-1';
  const endpoint = endpointOf(environment, region);
  return {
    bucket,
    region,
    endpoint,
    key: required(environment, 'OFFICINA_S3_KEY'),
    secret: required(environment, 'OFFICINA_S3_SECRET'),
    prefix: prefixOf(environment),
    style: styleOf(environment, endpoint),
  };
}
