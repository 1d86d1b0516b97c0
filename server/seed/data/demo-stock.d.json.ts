import type { StockData } from './shapes.ts';

declare const data: StockData;
export default data;
