/** The folder of photos from the camera. */
import type { FolderRow } from '../../../dataProvider/documents.ts';

const PHOTOS = 'foto';

/** Returns the photo folder, or the first folder. */
export const photoFolder = (folders: FolderRow[]): FolderRow | undefined =>
  folders.find(({ nome }) => nome.toLowerCase() === PHOTOS) ?? folders[0];
