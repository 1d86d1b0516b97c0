/** A password that is being chosen: typed twice, and good. */
import type { Row } from '../../../schemas/entity.ts';
import { isGoodPassword } from '../../../schemas/password.ts';
import { refused } from '../../http/problem.ts';
import { type Parts, readBody, type Values } from './body.ts';

export const CHOICE = { password: 'text', password2: 'text' } as const;

export function checkPassword<const P extends Parts & typeof CHOICE>(body: Row, parts: P): Values<P> {
  const sent = readBody(body, parts);
  const { password, password2 } = sent as Values<typeof CHOICE>;
  if (password !== password2) throw refused('password-mismatch');
  if (!isGoodPassword(password)) throw refused('password-rules');
  return sent;
}
