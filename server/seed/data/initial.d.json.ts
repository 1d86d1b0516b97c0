import type { SeedGroup } from './shapes.ts';

declare const data: SeedGroup[];
export default data;
