/** The nightly run tests everything; by day, long series are sampled. */
export const NIGHTLY = process.env.NIGHTLY === '1';
