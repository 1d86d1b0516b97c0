/** A follow-up as it is being written: what it starts with, what is copied, and what is still wrong. */

import { useEffect, useState } from 'react';
import { useHouse } from '../../../resources/House.tsx';
import { useSay } from '../../../resources/say.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { keysOf } from '../../../schemas/values.ts';
import { type NextState, type Person, useRows, useSettings, useTechnicians } from '../ground/calls.ts';
import { NOTIFIES_ALWAYS, withoutTechnician } from '../status/offers.ts';

/** What may be copied, and the setting that says whether it is at first. */
const COPIES = {
  copy_prenotazioni: 'FollowupDefaultPren',
  copy_ricambi: 'FollowupDefaultRic',
  copy_costi: 'FollowupDefaultCost',
  copy_checklist: 'FollowupDefaultChk',
};
type Copy = keyof typeof COPIES;
const OF_PARTS: Copy[] = ['copy_prenotazioni', 'copy_ricambi'];
const SETTINGS = [...Object.values(COPIES), 'UserMailNotif', 'BlockAssigned', 'SelObjSuFollowUp'];
const PREFIX = 'FOLLOW-UP - ';
export const DESCRIPTION_MAX = 200;

/** The technician that is chosen; one who does not see the asset chosen now is taken away, and the person is told. */
function useSeeing(people: Person[] | undefined) {
  const say = useSay();
  const [technician, setTechnician] = useState<Person | null>(null);
  const blind = technician !== null && people !== undefined && !people.some(({ id }) => id === technician.id);
  useEffect(() => {
    if (!blind) return;
    setTechnician(null);
    say('officina.warning.technicianCleared', 'warning');
  }, [blind, say]);
  return [technician, setTechnician] as const;
}

export function useFollowUp(record: RowOf<'odl'>) {
  const { family } = useHouse();
  const setting = useSettings(SETTINGS);
  const admin = family === 'SUADMIN' || family === 'SUPER';
  const offered =
    useRows<NextState>(record.id, `/stato/?idOdl=-1&idTipo=${record.id_tipo_guasto}`).data ?? [];
  const states = admin ? offered : withoutTechnician(offered);
  const [asset, setAsset] = useState(record.id_oggetto);
  const people = useTechnicians({ ...record, id_oggetto: asset }).data?.utenti;
  const [description, setDescription] = useState(`${PREFIX}${record.descrizione}`.slice(0, DESCRIPTION_MAX));
  const [chosen, setState] = useState<number>();
  const [technician, setTechnician] = useSeeing(people);
  const [notified, setNotified] = useState<number>();
  const [copied, setCopied] = useState<Partial<Record<Copy, boolean>>>({});
  const state = states.find(({ id }) => id === chosen) ?? (states.length === 1 ? states[0] : undefined);
  const mode = setting?.('UserMailNotif') ?? '0';
  return {
    admin,
    setting,
    states,
    state,
    setState,
    asset,
    /** SelObjSuFollowUp: on another asset than the original. */
    setAsset: setting?.('SelObjSuFollowUp') === '1' ? setAsset : undefined,
    people: people ?? [],
    technician,
    setTechnician,
    notified,
    setNotified,
    description,
    setDescription,
    notifies: admin && mode !== '0',
    mustNotify: admin && mode === NOTIFIES_ALWAYS,
    copies: keysOf(COPIES)
      .filter((copy) => family !== 'RESP' || !OF_PARTS.includes(copy))
      .map((copy) => ({ copy, on: copied[copy] ?? setting?.(COPIES[copy]) === '1' })),
    setCopy: (copy: Copy, on: boolean) => setCopied((before) => ({ ...before, [copy]: on })),
  };
}

type Form = ReturnType<typeof useFollowUp>;

/** The key of what is wrong, by field: as of any intervention. */
export function faultsOf({
  description,
  state,
  technician,
  notified,
  mustNotify,
}: Form): Record<string, string> {
  const required = 'officina.validation.required';
  const assigned = state?.codice === 'AS';
  return {
    ...(description.trim() === '' && { descrizione: required }),
    ...(state === undefined && { id_stato: required }),
    ...(state?.codice === 'AP' && technician && { id_stato: 'officina.validation.odl.technicianOnOpening' }),
    ...(assigned && technician === null && { id_tecnico: required }),
    ...(assigned && mustNotify && !notified && { id_usr_notifica: required }),
  };
}
