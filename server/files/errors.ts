/** What can go wrong with stored files; http/errors.ts tells it in words. */
import { codeOf } from '../../schemas/failures.ts';

/** The content no longer is what was stored: a disk that forgets, a hand that meddled. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
}

/** A row names a content that is not there. */
export class FileLost extends Error {
  override name = 'FileLost';
}

export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The store does not answer, or does not let us in. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** Linux says ENOENT; a path through a file says ENOTDIR. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Of what a disk says, what a person can do something about. */
export const ofDisk = (error: unknown): unknown =>
  FULL.has(codeOf(error) ?? '') ? new StorageFull('no space is left for files', { cause: error }) : error;
