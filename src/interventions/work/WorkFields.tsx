/** The fields that the next state requires, filled in on the card. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { type FormSlots, FormSlotsContext } from '../../../resources/form/FormSlots.ts';
import { RecordForm } from '../../../resources/form/RecordForm.tsx';
import { FormFiles } from '../../../resources/widgets/form-files.ts';
import type { SettingOf } from '../../../schemas/access.ts';
import type { Entity, Row } from '../../../schemas/entity.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { isEmpty } from '../../../schemas/values.ts';
import type { Missing } from '../../../schemas/work-step.ts';
import { type FormFacts, FormFactsProvider } from '../form/FormFacts.ts';
import { PlannedWidget } from '../form/PlannedWidget.tsx';
import { NotifiedWidget, TechnicianWidget } from '../people/PersonWidgets.tsx';
import { isSame, type Typing } from './useTyping.ts';
import { WorkSection } from './WorkSection.tsx';

const SLOTS: FormSlots = {
  widgets: { id_tecnico: TechnicianWidget, id_usr_notifica: NotifiedWidget, data_ordine: PlannedWidget },
};
const FILES = new FormFiles();
const NO_TITLE = { it: '', en: '' };

interface WorkFieldsProps {
  title: string;
  shape: Entity;
  setting: SettingOf;
  record: RowOf<'odl'>;
  names: string[];
  missing: Missing[];
  typing: Typing;
}

export function WorkFields({ title, setting, record, missing, ...fields }: WorkFieldsProps) {
  const facts = useMemo(
    (): FormFacts => ({ setting, id: record.id, memory: { proposals: {} } }),
    [setting, record.id],
  );
  const values: Row = { ...record, ...fields.typing.typed };
  // An empty field has no error message, because the forward button counts it.
  const refused = missing.flatMap((thing) =>
    thing.kind === 'field' && !isEmpty(values[thing.name]) ? thing.reason : [],
  );
  return (
    <WorkSection title={title}>
      <FormFactsProvider value={facts}>
        <FormSlotsContext value={SLOTS}>
          <Fields key={fields.names.join()} {...fields} record={record} />
        </FormSlotsContext>
      </FormFactsProvider>
      {refused.length > 0 && (
        <Alert severity="warning">
          {refused.map((reason) => (
            <div key={reason}>{reason}</div>
          ))}
        </Alert>
      )}
    </WorkSection>
  );
}

/** Returns whether the user is typing. A text is saved when the field loses the focus, a choice at once. */
const isTypedInto = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && element.type !== 'checkbox') ||
  (element instanceof HTMLElement && element.isContentEditable);

function Fields({ shape, record, names, typing }: Omit<WorkFieldsProps, 'title' | 'setting' | 'missing'>) {
  const translate = useTranslate();
  const [stored] = useState(record);
  const [typed] = useState(typing.typed);
  const dirty = useRef(false);
  // A field that the user has not touched keeps what others save into it.
  const touched = useRef(new Set<string>());
  const entity = useMemo(
    (): Entity => ({ ...shape, form: [{ title: NO_TITLE, tab: false, fields: names }] }),
    [shape, names],
  );
  return (
    <Box
      onBlur={() => void typing.save()}
      role="group"
      aria-label={translate('officina.interventions.work.fields')}
      sx={{
        '& section': { mb: 0 },
        '& input, & textarea, & [role="combobox"]': { scrollMarginTop: 120, scrollMarginBottom: 160 },
      }}
    >
      <RecordForm
        entity={entity}
        mode="edit"
        stored={stored}
        typed={{ ...stored, ...typed }}
        files={FILES}
        back="/home"
        saving={false}
        dirty={dirty}
        onTyped={(row) => {
          const begun: Row = { ...stored, ...typed };
          for (const name of names) if (!isSame(row[name], begun[name])) touched.current.add(name);
          typing.type(Object.fromEntries([...touched.current].map((name) => [name, row[name] ?? null])));
          if (!isTypedInto(document.activeElement)) void typing.save();
        }}
        onSave={async () => {
          await typing.save();
          return undefined;
        }}
        foot={<span hidden />}
      />
    </Box>
  );
}
