/** Tokens of a session: their contents, and new ones for the session whose refresh token is in the cookie. */
import type { Family } from '../schemas/access.ts';
import type { Text } from '../schemas/language.ts';
import { CallError, send } from './envelope.ts';
import { sendOrLeave } from './patience.ts';

export interface SessionUser {
  nome: string;
  ruolo: string;
  traduzioni_ruolo?: Partial<Text> | null;
  idUtente: number;
  codice_famiglia_ruolo: Family;
}

export interface TokenPair {
  access_token: string;
  /** Null, because the token is in the cookie. */
  refresh_token: string | null;
}

interface Claims {
  user?: SessionUser;
  iat?: number;
  exp?: number;
}

/** Returns the content of a token, without checking its signature, or undefined if it is not a token. */
export function claimsOf<T extends object = Claims>(token: string | null | undefined): T | undefined {
  const part = token?.split('.')[1];
  if (!part) return undefined;
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Returns whether a failed call says nothing about the session. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Requests new tokens of a user, with the cookie or with the refresh token of an earlier version. */
export async function requestTokens(id: number, old?: string | null): Promise<TokenPair> {
  const body = { id, ...(old && { refresh_token: old }) };
  const renewed = await sendOrLeave(
    (signal) => send<TokenPair>('/utente/refresh-token', { method: 'POST', body, signal }),
    undefined,
  );
  return renewed.data;
}
