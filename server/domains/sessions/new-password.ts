/** Checks a new password: typed twice, and strong enough. */
import type { Row } from '../../../schemas/entity.ts';
import { isGoodPassword } from '../../../schemas/password.ts';
import { refusedAt } from '../../http/problem.ts';
import { type Parts, readBody, type Values } from './body.ts';

export const CHOICE = { password: 'text', password2: 'text' } as const;

export function checkPassword<const P extends Parts & typeof CHOICE>(body: Row, parts: P): Values<P> {
  const values = readBody(body, parts);
  const { password, password2 } = values as Values<typeof CHOICE>;
  if (password !== password2) throw refusedAt('password2', 'password-mismatch');
  if (!isGoodPassword(password)) throw refusedAt('password', 'password-rules');
  return values;
}
