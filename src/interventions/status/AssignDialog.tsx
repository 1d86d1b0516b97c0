/** Into the assigned state: to whom, and who is told, before the button can be pressed. */

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { session } from '../../../dataProvider/session.ts';
import { useHouse, useLanguage } from '../../../resources/House.tsx';
import { ReferencePicker } from '../../../resources/widgets/ReferencePicker.tsx';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { type Person, useSettings, useTechnicians } from '../ground/calls.ts';
import { NOTIFIES_ALWAYS } from './offers.ts';
import { TechnicianPicker } from './TechnicianPicker.tsx';

interface AssignDialogProps {
  entity: Entity;
  record: RowOf<'odl'>;
  title: string;
  state: string;
  busy: boolean;
  onAssign(people: Row): void;
  onClose(): void;
}

/** Whom the intervention may be given to: a technician gives it to himself only. */
function useCandidates(record: RowOf<'odl'>): { people: Person[]; advised?: Person } {
  const { family } = useHouse();
  const { data } = useTechnicians(record);
  const me = session.user()?.idUtente;
  const people = (data?.utenti ?? []).filter(({ id }) => family !== 'RIFTEC' || id === me);
  const advised = people.length === 1 ? people[0] : (data?.utenteConsigliato ?? undefined);
  return { people, advised };
}

function useAssignment(entity: EntityOf<'odl'>, record: RowOf<'odl'>) {
  const { may } = useHouse();
  const { people, advised } = useCandidates(record);
  const mode = useSettings(['UserMailNotif'])?.('UserMailNotif') ?? '0';
  const [chosen, setChosen] = useState<Person | null>();
  const [notified, setNotified] = useState(record.id_usr_notifica);
  const now = people.find(({ id }) => id === record.id_tecnico) ?? advised ?? null;
  const technician = chosen === undefined ? now : chosen;
  const field = entity.field('id_usr_notifica');
  const tells = mode !== '0' && field !== undefined && may(field.write ?? 'session');
  return {
    people,
    technician,
    setChosen,
    notified,
    setNotified,
    notifies: tells ? field : undefined,
    ready: technician !== null && !(tells && mode === NOTIFIES_ALWAYS && !notified),
    sent: { id_tecnico: technician?.id, ...(tells && { id_usr_notifica: notified ?? null }) },
  };
}

export function AssignDialog({ entity, record, title, state, busy, onAssign, onClose }: AssignDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const id = useId();
  const form = useAssignment(entity, record);
  const where = useMemo(() => ({ idOggetto: record.id_oggetto }), [record.id_oggetto]);
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText>{translate('officina.confirm.statusChange', { state })}</DialogContentText>
        <TechnicianPicker
          label={entity.property('id_tecnico').title[language]}
          people={form.people}
          value={form.technician}
          onChange={form.setChosen}
          required
        />
        {form.notifies && (
          <ReferencePicker
            id="assign-notified"
            field={form.notifies}
            label={form.notifies.title[language]}
            value={form.notified ? [form.notified] : []}
            onChange={([one]) => form.setNotified(one ?? null)}
            where={where}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {translate('officina.cancel')}
        </Button>
        <Button variant="contained" loading={busy} disabled={!form.ready} onClick={() => onAssign(form.sent)}>
          {state}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
