/** A hash that takes no time to check: test plants sign somebody in for every test. */
import { hash } from '@node-rs/argon2';

export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
