import type { Sheet } from './shapes.ts';

declare const data: Sheet[];
export default data;
