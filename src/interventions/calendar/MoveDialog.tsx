/** A dialog to move an event to another date, time or technician without dragging, for keyboards and phones. */
import { useTranslate } from 'react-admin';
import { useApplication, usePlantZone } from '../../../resources/context/application.tsx';
import { instantOf, wallOf } from '../../../resources/format/plant-time.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Row } from '../../../schemas/entity.ts';
import { numberOf } from '../../../schemas/values.ts';
import { type Named, useTechnicians } from '../calls/form-lookups.ts';
import { WorkAct } from '../form/WorkAct.tsx';
import { type CalendarEvent, type Change, textOf } from './calendar-events.ts';
import type { Moves } from './useMoves.tsx';

/** The option without a technician. */
const NOBODY: Named = { id: 0, descrizione: '' };

interface MoveDialogProps {
  event: CalendarEvent;
  /** The change of a drop that needs further input. */
  requested?: Change;
  setting: SettingOf;
  moves: Moves;
  onClose(): void;
}

/**
 * Returns the planned time. The original time, including seconds, stays if times are hidden or the minute is
 * unchanged.
 */
const keeping = (before: string, chosen: string, withTime: boolean): string =>
  !withTime || before.slice(11, 16) === chosen.slice(11, 16)
    ? `${chosen.slice(0, 10)}${before.slice(10)}`
    : chosen;

export default function MoveDialog({ event, requested, setting, moves, onClose }: MoveDialogProps) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const { act } = useApplication();
  const { job } = event;
  const wall = requested?.wall ?? event.wall;
  const technician =
    requested?.technician === undefined ? event.technician : (requested.technician?.id ?? null);
  const people = useTechnicians(job.id_oggetto, technician ?? undefined)?.all ?? [];
  const move = ({ data_ordine, id_tecnico, id_usr_notifica }: Row) => {
    const id = numberOf(id_tecnico);
    const chosen: Named | null = people.find((one) => one.id === id) ?? null;
    moves.move(event, {
      wall: keeping(wall, wallOf(String(data_ordine), zone), setting('OdlConTimestamp') === '1'),
      ...(moves.mayAssign(event) && { technician: chosen }),
      ...(id_usr_notifica !== undefined && { notified: numberOf(id_usr_notifica) }),
    });
  };
  return (
    <WorkAct
      act={act('plan')}
      setting={setting}
      id={event.id}
      record={job}
      title={translate('officina.calendar.move_one', { name: job.codice })}
      text={textOf(job)}
      start={{
        data_ordine: instantOf(wall, zone),
        id_tecnico: technician,
        id_usr_notifica: job.id_usr_notifica,
      }}
      fields={{
        data_ordine: { required: true },
        id_stato: { hidden: true },
        id_tecnico: { hidden: !moves.mayAssign(event) },
        id_usr_notifica: {
          hidden: !moves.asksNotified(event, { technician: NOBODY }),
          required: requested?.technician !== undefined,
        },
      }}
      send={async (typed) => {
        move(typed);
        return { done: true, data: undefined, description: '', read: Promise.resolve() };
      }}
      onClose={onClose}
    />
  );
}
