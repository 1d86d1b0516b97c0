import type { StockData } from '../demo-stock.ts';

declare const data: StockData;
export default data;
