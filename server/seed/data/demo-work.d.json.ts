import type { Work } from '../demo-work.ts';

declare const data: Work[];
export default data;
