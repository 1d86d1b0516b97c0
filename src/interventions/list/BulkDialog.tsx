/** What is to become of the selected interventions: what is left empty stays as it is. */
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type Errors, FormDialog } from '../../../resources/form/FormDialog.tsx';
import { useHouse, useLanguage } from '../../../resources/House.tsx';
import { useEntity } from '../../../resources/list/ListData.ts';
import { PickBox } from '../../../resources/widgets/ChoiceWidget.tsx';
import DateInput from '../../../resources/widgets/Dates.tsx';
import { type Named, useAllStates, useNotified, useTechnicians } from '../form/calls.ts';
import { useSettings } from '../ground/calls.ts';
import { type Change, changeAll, type Outcome, type Wanted } from './bulk.ts';

interface BulkDialogProps {
  ids: number[];
  /** Those that the person has seen of them. */
  versions: Wanted['versions'];
  onDone(wanted: Wanted, outcomes: Outcome[]): void;
  onClose(): void;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const picksOf = (rows: Named[] = []) => rows.map(({ id, descrizione }) => ({ value: id, text: descrizione }));

export default function BulkDialog({ ids, versions, onDone, onClose }: BulkDialogProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const entity = useEntity();
  const outcomes = useRef<Outcome[]>([]);
  const [change, setChange] = useState<Change>({});
  const states = useAllStates();
  const technicians = useTechnicians(undefined, undefined, ids)?.all;
  const { may } = useHouse();
  const mode = useSettings(['UserMailNotif'])?.('UserMailNotif') ?? '0';
  const notifies = mode !== '0' && may(entity.field('id_usr_notifica')?.write ?? []);
  const notified = useNotified(undefined, ids)?.all;
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const wanted: Wanted = { ids, change: given, versions };
  const check = (): Errors => {
    if (Object.keys(given).length === 0)
      return { id_stato: translate('officina.interventions.list.bulk_nothing') };
    const { data_ordine: day } = change;
    return day && !DAY.test(day) ? { data_ordine: translate('officina.interventions.list.bulk_day') } : {};
  };
  const boxOf = (name: keyof Change, errors: Errors) => ({
    id: `bulk-${name}`,
    field: entity.property(name),
    label: entity.property(name).title[language],
    onChange: (value: unknown) => setChange((before) => ({ ...before, [name]: value })),
    required: false,
    readOnly: false,
    error: name in errors,
    help: errors[name],
  });
  return (
    <FormDialog
      title={translate('officina.interventions.list.bulk_title', { smart_count: ids.length })}
      save={translate('officina.form.save')}
      check={check}
      send={async () => {
        outcomes.current = await changeAll(wanted);
      }}
      onDone={() => onDone(wanted, outcomes.current)}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <PickBox {...boxOf('id_stato', errors)} value={change.id_stato} picks={picksOf(states)} />
          <PickBox {...boxOf('id_tecnico', errors)} value={change.id_tecnico} picks={picksOf(technicians)} />
          {notifies && (
            <PickBox
              {...boxOf('id_usr_notifica', errors)}
              value={change.id_usr_notifica}
              picks={picksOf(notified)}
            />
          )}
          <DateInput {...boxOf('data_ordine', errors)} value={change.data_ordine} />
        </>
      )}
    </FormDialog>
  );
}
