/** Sends the photos of a fault in the background, while the page of the new intervention is already open. */
import { useRefresh } from 'react-admin';
import { documentsOf, type Owner } from '../../../dataProvider/documents.ts';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { documentValues } from '../../../resources/documents/draft.ts';
import { UploadJob } from '../../../resources/documents/upload-job.ts';
import { forgetJob, storeJob } from '../../../resources/documents/uploads.ts';
import { useSay } from '../../../resources/feedback/toasts.ts';
import { todayIn } from '../../../resources/format/plant-time.ts';
import { photoFolder } from '../calls/photo-folder.ts';

export function useSendPhotos(): (owner: Owner, photos: File[]) => Promise<void> {
  const zone = usePlantZone();
  const say = useSay();
  const refresh = useRefresh();
  return async (owner, photos) => {
    if (photos.length === 0) return;
    try {
      const folder = photoFolder((await documentsOf(owner)).cartelle);
      if (!folder) return say('officina.documents.no_folders', 'warning');
      const draft = { folder: folder.id, description: '', day: todayIn(zone), cover: false };
      const job = new UploadJob(owner, draft, new Set());
      job.warn = (message) => say(message, 'warning');
      storeJob(job);
      job.add(photos);
      // A failed photo stays in the upload. The page of the intervention shows a notice about it.
      if ((await job.save(() => documentValues(job.get().draft, false))) === false) return;
      forgetJob(job);
      refresh();
    } catch {
      say('officina.fault.photo_not_sent', 'warning');
    }
  };
}
