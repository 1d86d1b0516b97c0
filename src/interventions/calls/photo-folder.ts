/** The folder of photos from the camera. */
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../../dataProvider/cached-reads.ts';

const FOLDERS = 'odl/documento/cartella';
const PHOTOS = 'foto';

interface Folder {
  id: number;
  nome: string;
}

/** Returns the photo folder, or the first folder. */
export const photoFolder = <T extends { nome: string }>(folders: T[]): T | undefined =>
  folders.find(({ nome }) => nome.toLowerCase() === PHOTOS) ?? folders[0];

/**
 * Returns a function that finds the photo folder. It is read with the page, so that it is available without a
 * network.
 */
export function usePhotoFolder(): () => Promise<Folder | undefined> {
  const { data, refetch } = useQuery({
    queryKey: [FOLDERS, 'photos'],
    queryFn: async () => (await ask<Folder[]>(`/${FOLDERS}/`, { query: { pag: -1 } })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return async () => photoFolder(data ?? (await refetch({ throwOnError: true })).data ?? []);
}
