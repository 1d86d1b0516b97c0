/** A password hash that takes no time to check, because tests sign in very often. */
import { hash } from '@node-rs/argon2';

export const quickHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
