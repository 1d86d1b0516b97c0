/** The nightly run leaves nothing out; what is long by nature has a sample by day. */
export const NIGHTLY = process.env.NIGHTLY === '1';
