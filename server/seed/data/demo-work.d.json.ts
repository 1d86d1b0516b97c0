import type { DemoWork } from './shapes.ts';

declare const data: DemoWork[];
export default data;
