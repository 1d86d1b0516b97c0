/** Photos from the camera, as the plant wants them stored. */
import { useApplication } from '../context/application.tsx';
import { smallerPhoto } from './smaller-photo.ts';

const PLACE_SETTING = 'FotoConPosizione';

export function useSmallerPhotos(): (files: File[]) => Promise<File[]> {
  const { setting } = useApplication();
  const keepsPlace = setting(PLACE_SETTING) === '1';
  return (files) => Promise.all(files.map((file) => smallerPhoto(file, keepsPlace)));
}
