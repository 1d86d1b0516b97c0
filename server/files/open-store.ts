/** Opens the plant's file store: in its data folder, or in a bucket if one is configured. */

import { join } from 'node:path';
import { messageOf } from '../../schemas/failures.ts';
import { StartupError } from '../database/startup-error.ts';
import { diskStore } from './disk-store.ts';
import type { FileStore } from './file-store.ts';
import type { S3Settings } from './s3-client.ts';
import { checkBucket, s3Store } from './s3-store.ts';

export const filesFolder = (data: string): string => join(data, 'files');

export async function openStore(data: string, s3: S3Settings | undefined): Promise<FileStore> {
  if (!s3) return diskStore(filesFolder(data));
  try {
    await checkBucket(s3);
  } catch (error) {
    const reason = messageOf(error);
    throw new StartupError(
      `The files of this plant are in the bucket ${s3.bucket} at ${s3.endpoint}, but ${reason}. ` +
        'Check the OFFICINA_S3_ settings, or unset OFFICINA_S3_BUCKET to store files in the data folder.',
    );
  }
  return s3Store(s3, filesFolder(data));
}
