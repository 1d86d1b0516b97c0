/**
 * One form for every entity: rjsf holds what is typed, the entity says what is drawn and what is valid.
 * Kept cheap on purpose: what rjsf is given never changes while one types.
 */

import Alert from '@mui/material/Alert';
import { generateForm } from '@rjsf/mui';
import type { RJSFValidationError } from '@rjsf/utils';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Field, Row } from '../../schemas/entity.ts';
import { validate } from '../../schemas/validate.ts';
import { useHouse, useLanguage } from '../House.tsx';
import { FormScopeContext, FormValues, type Mode } from '../widgets/form-scope.ts';
import { BareField, FormLayout, TabContext, tabIndexOf } from './FormLayout.tsx';
import { FIELD_COMPONENT, formFields, formSchema } from './form-schema.ts';
import { KindField } from './KindField.tsx';
import { formData, recordToSend } from './record.ts';
import { SaveBar } from './SaveBar.tsx';
import { errorSchemaOf, formValidator } from './validator.ts';

/** Why a save did not go through: a sentence, and what concerns single fields. */
export interface Refused {
  message: string;
  errors: Record<string, string>;
}

interface RecordFormProps {
  entity: Entity;
  mode: Mode;
  /** The record as stored, or undefined for a new one. */
  stored: Row | undefined;
  /** What a new record starts with, as in a copy. */
  start?: Row;
  back: string;
  saving: boolean;
  dirty: RefObject<boolean>;
  onSave(record: Row): Promise<Refused | undefined>;
}

const Form = generateForm<Row>();
const FIELDS = { [FIELD_COMPONENT]: KindField };
const TEMPLATES = { FieldTemplate: BareField, ObjectFieldTemplate: FormLayout };
const DEFAULTS = { emptyObjectFields: 'skipDefaults', constAsDefaults: 'never' } as const;
const NOTHING: Row = {};

export function RecordForm({ entity, mode, stored, start, back, saving, dirty, onSave }: RecordFormProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const { may } = useHouse();
  const spoken = useRef(language);
  spoken.current = language;
  const [tab, open] = useState(0);
  const [refused, setRefused] = useState<Refused>();

  const withheld = useMemo(() => (field: Field) => field.write !== undefined && !may(field.write), [may]);
  const initial = useMemo(() => formData(entity, stored ?? start), [entity, stored, start]);
  const scope = useMemo(
    () => ({ entity, mode, stored: stored ?? NOTHING, values: new FormValues(initial) }),
    [entity, mode, stored, initial],
  );
  const drawn = useMemo(
    () =>
      formSchema(
        entity,
        language,
        (field) =>
          mode === 'view' ||
          field.readOnly ||
          field.virtual ||
          (field.locked && mode === 'edit') ||
          withheld(field),
      ),
    [entity, language, mode, withheld],
  );
  const send = useMemo(
    () => (typed: Row) => recordToSend(entity, typed, stored, withheld),
    [entity, stored, withheld],
  );
  const validator = useMemo(
    () =>
      formValidator(
        (typed) => validate(entity, send(typed), { stored }),
        () => spoken.current,
      ),
    [entity, stored, send],
  );
  const extraErrors = useMemo(() => refused && errorSchemaOf(refused.errors), [refused]);
  const untouched = useMemo(() => JSON.stringify(initial), [initial]);

  const showFirst = (names: string[]) => {
    const first = formFields(entity).find((field) => names.includes(field.name));
    if (!first) return;
    if (entity.form.some((section) => section.tab && section.fields.includes(first.name)))
      open(tabIndexOf(entity.form, first.name));
    // The tab must be open before what is in it can be focused.
    setTimeout(() => document.getElementById(`root_${first.name}`)?.focus());
  };
  const save = async (typed: Row) => {
    setRefused(undefined);
    const answer = await onSave(send(typed));
    setRefused(answer);
    if (answer) showFirst(Object.keys(answer.errors));
  };
  const invalid = (errors: RJSFValidationError[]) => {
    const names = errors.map((error) => (error.property ?? '').replace(/^\./, ''));
    setRefused({ message: translate('officina.form.invalid'), errors: {} });
    showFirst(names);
  };
  const homeless = Object.entries(refused?.errors ?? {}).filter(([name]) => !drawn.schema.properties?.[name]);

  return (
    <FormScopeContext value={scope}>
      <TabContext value={useMemo(() => ({ tab, open }), [tab])}>
        <div>
          {refused && (
            <Alert severity="error" sx={{ mb: 2 }}>
              {refused.message}
              {homeless.map(([name, text]) => (
                <div key={name}>
                  {entity.field(name)?.title[language] ?? name}: {text}
                </div>
              ))}
            </Alert>
          )}
          <Form
            schema={drawn.schema}
            uiSchema={drawn.uiSchema}
            initialFormData={initial}
            validator={validator}
            fields={FIELDS}
            templates={TEMPLATES}
            extraErrors={extraErrors}
            experimental_defaultFormStateBehavior={DEFAULTS}
            noHtml5Validate
            showErrorList={false}
            onChange={({ formData: typed }) => {
              dirty.current = JSON.stringify(typed) !== untouched;
              scope.values.set(typed ?? NOTHING);
            }}
            onSubmit={({ formData: typed }) => save(typed ?? NOTHING)}
            onError={invalid}
          >
            <SaveBar saving={saving} readOnly={mode === 'view'} back={back} />
          </Form>
        </div>
      </TabContext>
    </FormScopeContext>
  );
}
