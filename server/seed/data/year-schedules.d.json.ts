import type { Schedule } from '../year/scheduled.ts';

declare const data: Schedule[];
export default data;
