/** Lets the browser save the unsent acts, under a name with today's date. */
import { ownActsFile } from '../../dataProvider/acts-file.ts';
import { saveBlob } from '../../dataProvider/http.ts';
import { twoDigits } from '../../schemas/timestamps.ts';

/** Returns the day on this device as in 2026-11-26. */
const today = (now = new Date()): string =>
  [now.getFullYear(), twoDigits(now.getMonth() + 1), twoDigits(now.getDate())].join('-');

export async function saveActsFile(name: string): Promise<void> {
  saveBlob(await ownActsFile(), `${name}-${today()}.json`);
}
