import type { SeedGroup } from '../seeder.ts';

declare const data: SeedGroup[];
export default data;
