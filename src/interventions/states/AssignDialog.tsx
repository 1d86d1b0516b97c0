/** The dialog for the assigned state: technician and notified user. */
import { useTranslate } from 'react-admin';
import type { Outcome } from '../../../resources/acts/useAct.tsx';
import { useApplication } from '../../../resources/context/application.tsx';
import type { Row } from '../../../schemas/entity.ts';
import { NOTIFIES, NOTIFIES_ALWAYS } from '../../../schemas/interventions.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { useTechnicians } from '../calls/form-lookups.ts';
import { useSettings } from '../calls/intervention-calls.ts';
import { WorkAct } from '../form/WorkAct.tsx';
import { onlySelf } from '../people/PersonWidgets.tsx';

interface AssignDialogProps {
  record: RowOf<'odl'>;
  title: string;
  state: string;
  send(people: Row): Promise<Outcome>;
  onClose(): void;
}

/** Returns the current or proposed technician; undefined while loading. */
function useProposed({ id_oggetto, id_tecnico }: RowOf<'odl'>): { id: number | undefined } | undefined {
  const { family } = useApplication();
  const available = useTechnicians(id_oggetto, id_tecnico ?? undefined);
  const people = family === 'RIFTEC' ? onlySelf(available) : available;
  if (!people) return undefined;
  const { all, recommended } = people;
  const advised = all.length === 1 ? all[0] : recommended;
  return { id: (all.find(({ id }) => id === id_tecnico) ?? advised)?.id };
}

export function AssignDialog({ record, title, state, send, onClose }: AssignDialogProps) {
  const translate = useTranslate();
  const { act } = useApplication();
  const proposed = useProposed(record);
  const setting = useSettings([NOTIFIES]);
  if (!proposed || !setting) return null;
  return (
    <WorkAct
      act={act('assign')}
      setting={setting}
      id={record.id}
      record={record}
      title={title}
      text={translate('officina.confirm.statusChange', { state })}
      confirm={state}
      start={{ id_tecnico: proposed.id, id_usr_notifica: record.id_usr_notifica }}
      fields={{ id_usr_notifica: { required: setting(NOTIFIES) === NOTIFIES_ALWAYS } }}
      awaitsAll
      cleared
      send={send}
      waits
      onClose={onClose}
    />
  );
}
