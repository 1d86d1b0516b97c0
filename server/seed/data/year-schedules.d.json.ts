import type { Schedule } from './shapes.ts';

declare const data: Schedule[];
export default data;
