/** The settings OFFICINA_S3_…: read, completed, and refused with a message that names the setting. */
import { describe, expect, it } from 'vitest';
import { readS3Settings } from '../../server/s3-settings.ts';

const NEEDED = { OFFICINA_S3_BUCKET: 'impianto', OFFICINA_S3_KEY: 'chiave', OFFICINA_S3_SECRET: 'segreto' };

describe('the bucket of the files', () => {
  it('is none unless one is named', () => {
    expect(readS3Settings({})).toBeUndefined();
    expect(readS3Settings({ OFFICINA_S3_BUCKET: ' ', OFFICINA_S3_KEY: 'x' })).toBeUndefined();
  });

  it("is Amazon's, in its own style, by default", () => {
    expect(readS3Settings({ ...NEEDED, OFFICINA_S3_REGION: 'eu-south-1' })).toEqual({
      bucket: 'impianto',
      key: 'chiave',
      secret: 'segreto',
      region: 'eu-south-1',
      endpoint: 'https://s3.eu-south-1.amazonaws.com',
      prefix: '',
      style: 'host',
    });
  });

  it('is anywhere else with the bucket in the path', () => {
    const settings = {
      ...NEEDED,
      OFFICINA_S3_ENDPOINT: 'http://minio:9000/',
      OFFICINA_S3_PREFIX: '/officina/a/',
    };
    expect(readS3Settings(settings)).toMatchObject({
      endpoint: 'http://minio:9000',
      region: 'us-east-1',
      prefix: 'officina/a/',
      style: 'path',
    });
    expect(readS3Settings({ ...settings, OFFICINA_S3_STYLE: 'host' })).toMatchObject({ style: 'host' });
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    ['without a key', { OFFICINA_S3_KEY: undefined }, 'OFFICINA_S3_KEY is not set'],
    ['with an empty secret', { OFFICINA_S3_SECRET: ' ' }, 'OFFICINA_S3_SECRET is not set'],
    [
      'with capitals',
      { OFFICINA_S3_BUCKET: 'Impianto' },
      'OFFICINA_S3_BUCKET=Impianto is not the name of a bucket',
    ],
    [
      'at no address',
      { OFFICINA_S3_ENDPOINT: 'minio:9000' },
      'OFFICINA_S3_ENDPOINT=minio:9000 is not an address',
    ],
    ['at a file', { OFFICINA_S3_ENDPOINT: 'file:///srv' }, 'is not an address'],
    ['in a style of its own', { OFFICINA_S3_STYLE: 'virtual' }, 'OFFICINA_S3_STYLE=virtual is not a style'],
  ])('%s is refused', (_name, change, sentence) => {
    expect(() => readS3Settings({ ...NEEDED, ...change })).toThrow(sentence);
  });
});
