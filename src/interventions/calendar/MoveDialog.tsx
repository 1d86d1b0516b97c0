/** Another day, hour or technician, chosen without dragging: with the keyboard, or on a phone. */
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Errors, FormDialog } from '../../../resources/form/FormDialog.tsx';
import { useLanguage } from '../../../resources/House.tsx';
import { useZoneNote } from '../../../resources/useZone.ts';
import DateInput from '../../../resources/widgets/Dates.tsx';
import { ReferencePicker } from '../../../resources/widgets/ReferencePicker.tsx';
import type { Entity } from '../../../schemas/entity.ts';
import { type Refusal, refusalTexts } from '../../../schemas/validate.ts';
import { type Named, useTechnicians } from '../form/calls.ts';
import { TechnicianPicker } from '../status/TechnicianPicker.tsx';
import { isDay } from './days.ts';
import { type CalendarEvent, type Change, textOf } from './jobs.ts';
import type { Moves } from './useMoves.tsx';

interface MoveDialogProps {
  entity: Entity;
  event: CalendarEvent;
  /** What was dropped, where something is to be said beside it. */
  wanted?: Change;
  withTime: boolean;
  moves: Moves;
  onClose(): void;
}

const TIME = /^\d{2}:\d{2}$/;
const UNTOLD: Refusal = { field: 'id_usr_notifica', rule: 'required' };

export default function MoveDialog({ entity, event, wanted, withTime, moves, onClose }: MoveDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const { job } = event;
  const wall = wanted?.wall ?? event.wall;
  const [day, setDay] = useState<string | undefined>(wall.slice(0, 10));
  const [time, setTime] = useState(wall.slice(11, 16));
  const people = useTechnicians(job.id_oggetto, event.technician ?? undefined)?.all ?? [];
  const candidates = people.filter(({ id }) => moves.mayAssign(event, id));
  const [chosen, setChosen] = useState<Named | null | undefined>(wanted?.technician);
  const [notified, setNotified] = useState(job.id_usr_notifica ?? undefined);
  const where = useMemo(() => ({ idOggetto: job.id_oggetto }), [job.id_oggetto]);
  const technician =
    chosen === undefined ? (people.find(({ id }) => id === event.technician) ?? null) : chosen;
  const assigns = moves.mayAssign(event);
  const zoneNote = useZoneNote(undefined);
  const title = (name: string): string => entity.property(name).title[language];
  const gives = chosen?.id !== event.technician && moves.asksNotified(event, { technician: chosen });
  const check = (): Errors => ({
    ...(!(isDay(day) && TIME.test(time)) && {
      data_ordine: translate('officina.interventions.list.bulk_day'),
    }),
    ...(gives && notified === undefined && refusalTexts([UNTOLD], language)),
  });
  const done = () => {
    const kept = wall.slice(11, 16) === time ? wall.slice(11) : `${time}:00`;
    moves.move(event, {
      wall: `${day}T${kept}`,
      ...(assigns && chosen !== undefined && { technician: chosen }),
      ...(gives && { notified }),
    });
    onClose();
  };
  return (
    <FormDialog
      title={translate('officina.calendar.move_one', { name: job.codice })}
      save={translate('officina.form.save')}
      check={check}
      send={async () => undefined}
      onDone={done}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Typography sx={{ overflowWrap: 'anywhere' }}>{textOf(job)}</Typography>
          <DateInput
            id="calendar-day"
            label={title('data_ordine')}
            value={day}
            onChange={setDay}
            required
            error={'data_ordine' in errors}
            help={errors.data_ordine}
          />
          {withTime && (
            <TextField
              type="time"
              label={translate('officina.calendar.time')}
              value={time}
              onChange={({ target }) => setTime(target.value)}
              error={!TIME.test(time)}
              helperText={zoneNote}
              slotProps={{ inputLabel: { shrink: true } }}
            />
          )}
          {assigns && (
            <TechnicianPicker
              label={title('id_tecnico')}
              people={candidates}
              value={technician}
              onChange={setChosen}
            />
          )}
          {gives && (
            <ReferencePicker
              id="calendar-notified"
              field={entity.property('id_usr_notifica')}
              label={title('id_usr_notifica')}
              value={notified === undefined ? [] : [notified]}
              onChange={([one]) => setNotified(one)}
              where={where}
              required
              error={'id_usr_notifica' in errors}
              help={errors.id_usr_notifica}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
