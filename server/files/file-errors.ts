/** Errors of the file store; http/errors.ts turns them into messages. */
import { codeOf } from '../../schemas/failures.ts';

/** The content differs from the stored one: the disk is damaged, or someone changed the file. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
}

/** A row refers to a content that is missing. */
export class FileLost extends Error {
  override name = 'FileLost';
}

export class StorageFull extends Error {
  override name = 'StorageFull';
}

/** The store does not answer, or denies access. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** Returns whether a file is missing. Linux reports ENOENT. A path through a file reports ENOTDIR. */
export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '');

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Turns the disk errors that users can solve into errors of the store. */
export const ofDisk = (error: unknown): unknown =>
  FULL.has(codeOf(error) ?? '') ? new StorageFull('no space is left for files', { cause: error }) : error;
