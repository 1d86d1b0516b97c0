import type { Sheet } from '../year/imports.ts';

declare const data: Sheet[];
export default data;
