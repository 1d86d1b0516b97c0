/** Makes photos from the camera smaller, as the plant's settings say. */
import { useApplication } from '../context/application.tsx';
import { smallerPhoto } from './smaller-photo.ts';

const PLACE_SETTING = 'FotoConPosizione';

export function useSmallerPhotos(): (files: File[]) => Promise<File[]> {
  const { setting } = useApplication();
  const keepsPlace = setting(PLACE_SETTING) === '1';
  return (files) => Promise.all(files.map((file) => smallerPhoto(file, keepsPlace)));
}
