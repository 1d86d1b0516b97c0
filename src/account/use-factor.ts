/** The user's second factor, and the steps that switch it on, change it and switch it off. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../dataProvider/http.ts';
import type { Prepared } from '../session/FactorSetUp.tsx';

export interface Factor {
  attivo: 0 | 1;
  attivato: string | null;
  codici_rimasti: number;
  obbligatorio: 0 | 1;
}

/** A request of the user: a new factor, new recovery codes, or none. */
export type Wish = 'prepare' | 'codes' | 'off';

interface Codes {
  codici: string[];
}

const PATH = '/utente/secondo-fattore';
const KEY = ['own second factor'];

export function useFactor() {
  const client = useQueryClient();
  const [wish, setWish] = useState<Wish>();
  const [prepared, setPrepared] = useState<Prepared>();
  const [codes, setCodes] = useState<string[]>();
  const [done, setDone] = useState<string>();
  const {
    data: factor,
    error,
    refetch,
  } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await call<Factor>(PATH)).data,
  });
  const cancel = () => {
    setWish(undefined);
    setPrepared(undefined);
  };
  const settle = () => {
    cancel();
    return client.invalidateQueries({ queryKey: KEY });
  };

  /** Sends the password, with the code of the current factor. */
  const prove = async (body: object) => {
    const send = <T>(path: string) => call<T>(`${PATH}${path}`, { method: 'POST', body, unrepeated: true });
    if (wish === 'prepare') return setPrepared((await send<Prepared>('')).data);
    if (wish === 'codes') setCodes((await send<Codes>('/codici')).data.codici);
    else setDone((await send('/disattiva')).description);
    await settle();
  };
  const confirm = async (codice: string) => {
    const reply = await call<Codes>(PATH, { method: 'PUT', body: { codice }, unrepeated: true });
    setCodes(reply.data.codici);
    setDone(reply.description);
    await settle();
  };
  const begin = (next: Wish) => {
    setDone(undefined);
    setWish(next);
  };
  return {
    ...{ factor, error, refetch, wish, prepared, codes, done },
    ...{ begin, cancel, prove, confirm, forgetCodes: () => setCodes(undefined) },
  };
}
