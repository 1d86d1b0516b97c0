/**
 * The form of every entity. rjsf holds the typed values. The entity defines which fields are drawn and which values
 * are valid.
 */
import Alert from '@mui/material/Alert';
import { generateForm } from '@rjsf/mui';
import type { RJSFValidationError } from '@rjsf/utils';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { differs } from '../../schemas/values.ts';
import { useLanguage } from '../context/application.tsx';
import { RefusalDialog } from '../feedback/RefusalDialog.tsx';
import { useRefusalsInDialog } from '../feedback/refusals-in-dialog.ts';
import { type FileChange, fileChanges } from '../widgets/form-files.ts';
import { FormScopeContext, type FormValues, typedTexts } from '../widgets/form-scope.ts';
import { TabContext, tabIndexOf } from './FormLayout.tsx';
import { useFormSlots } from './FormSlots.ts';
import { formFields } from './form-schema.ts';
import { FIELDS, TEMPLATES } from './registry.tsx';
import { type Back, SaveBar } from './SaveBar.tsx';
import { type DrawnFormProps, useDrawnForm } from './useDrawnForm.ts';
import { errorSchemaOf } from './validator.ts';

/** The reason why a save was refused: a message, and errors by field. */
export interface Refused {
  message: string;
  errors: Record<string, string>;
}

/** The user answered the question before saving with no. Nothing is saved, and these values are restored. */
export interface Denied {
  restored: Row;
}

export type Answer = Refused | Denied | undefined;

export interface RecordFormProps extends DrawnFormProps {
  back: Back;
  /** The id of the form, for a save button elsewhere on the page. */
  formId?: string;
  saving: boolean;
  dirty: RefObject<boolean>;
  /** Where a refusal stays when the form is drawn again. */
  refusal?: RefObject<Shown>;
  onSave(record: Row, files: FileChange[]): Promise<Answer>;
  /** Receives the values, and the fields that are drawn. */
  onTyped?(values: Row, entity: Entity): void;
  /** Elements between the fields and the buttons. */
  extra?: ReactNode;
  /** Replaces the bar with the save button. */
  foot?: ReactNode;
}

const Form = generateForm<Row>();
const DEFAULTS = { emptyObjectFields: 'skipDefaults', constAsDefaults: 'never' } as const;

/** Returns the open tab, and a function that shows the first field with an error. It returns whether there is one. */
function useTabs(entity: Entity) {
  const [tab, open] = useState(0);
  const showFirst = (names: string[]): boolean => {
    const first = formFields(entity).find((field) => names.includes(field.name));
    if (!first) return false;
    if (entity.form.some((section) => section.tab && section.fields.includes(first.name)))
      open(tabIndexOf(entity.form, first.name));
    // The tab must be open before a field in it can have the focus.
    setTimeout(() => document.getElementById(`root_${first.name}`)?.focus());
    return true;
  };
  return { tabs: useMemo(() => ({ tab, open }), [tab]), showFirst };
}

/** Returns whether the user changed a value. Values that the form filled in automatically do not count. */
function isTouched(typed: Row, untouched: string, proposals: Row = {}): boolean {
  const before: Row = JSON.parse(untouched);
  const proposed = (name: string): boolean => name in proposals && typed[name] === proposals[name];
  const names = [...new Set([...Object.keys(before), ...Object.keys(typed)])];
  return names.some(
    (name) => JSON.stringify(typed[name]) !== JSON.stringify(before[name]) && !proposed(name),
  );
}

/** The fields that a refusal marks, with their values at that time. */
interface Marked {
  names: string[];
  values: Row;
}

/** A refusal that the form shows. */
export interface Shown {
  refused?: Refused;
  marked: Marked;
}
export const NOTHING_SHOWN: Shown = { marked: { names: [], values: {} } };

/** Saves the typed values. A refusal appears in the form, or in a dialog over it, with the first wrong field. */
function useSave(
  { entity, stored, files, refusal, onSave }: RecordFormProps,
  drawn: ReturnType<typeof useDrawnForm>,
  showFirst: (names: string[]) => boolean,
) {
  const translate = useTranslate();
  const refusalsInDialog = useRefusalsInDialog();
  const own = useRef(NOTHING_SHOWN);
  const shown = refusal ?? own;
  const [refused, setRefused] = useState(shown.current.refused);
  const [inDialog, setInDialog] = useState(false);
  const extraErrors = useMemo(() => refused && errorSchemaOf(refused.errors), [refused]);
  const [isCorrected, setCorrected] = useState(false);
  const reason = useRef<HTMLDivElement>(null);

  const clear = () => {
    shown.current = NOTHING_SHOWN;
    setRefused(undefined);
  };
  const show = (reasons: Refused, names: string[]) => {
    shown.current = { refused: reasons, marked: { names, values: { ...drawn.scope.values.get() } } };
    setRefused(reasons);
    setCorrected(false);
    // The message is above the form, which may be longer than the screen.
    if (!showFirst(names)) setTimeout(() => reason.current?.scrollIntoView({ block: 'nearest' }));
  };
  /** A changed field loses its mark. Without any mark the message goes too. */
  const change = (typed: Row) => {
    const { names, values } = shown.current.marked;
    setCorrected(names.length > 0 && names.every((name) => differs(name, typed, values)));
  };

  const save = async (typed: Row) => {
    clear();
    const answer = await onSave(drawn.send(typed), fileChanges(entity, typed, stored, files));
    if (answer && 'restored' in answer) {
      for (const [name, value] of Object.entries(answer.restored)) drawn.scope.values.put(name, value);
      return;
    }
    setInDialog(answer !== undefined && refusalsInDialog);
    if (answer) show(answer, Object.keys(answer.errors));
  };
  const invalid = (errors: RJSFValidationError[]) => {
    const names = errors.map((error) => (error.property ?? '').replace(/^\./, ''));
    show({ message: translate('officina.form.invalid'), errors: {} }, names);
  };
  return {
    save,
    invalid,
    change,
    refused,
    isCorrected,
    reason,
    extraErrors,
    inDialog,
    closeDialog: () => setInDialog(false),
  };
}

/**
 * Returns a function that passes on the values, with the texts typed in place of a row. Such a text is passed on too
 * when only it has changed.
 */
function useTyped({ entity, onTyped }: RecordFormProps, values: FormValues): (typed: Row) => void {
  const latest = useRef(onTyped);
  latest.current = onTyped;
  const passed = useRef('{}');
  const pass = useCallback(
    (typed: Row) => {
      const texts = typedTexts(entity, values.filled());
      passed.current = JSON.stringify(texts);
      latest.current?.({ ...typed, ...texts }, entity);
    },
    [entity, values],
  );
  useEffect(() => {
    passed.current = JSON.stringify(typedTexts(entity, values.filled()));
    return values.subscribe(() => {
      if (JSON.stringify(typedTexts(entity, values.filled())) !== passed.current) pass(values.get());
    });
  }, [entity, values, pass]);
  return pass;
}

export function RecordForm(props: RecordFormProps) {
  const { entity, mode, back, formId, saving, dirty, extra, foot } = props;
  const { proposals } = useFormSlots();
  const drawn = useDrawnForm(props);
  const passOn = useTyped(props, drawn.scope.values);
  const { tabs, showFirst } = useTabs(entity);
  const { save, invalid, change, refused, isCorrected, reason, ...refusal } = useSave(
    props,
    drawn,
    showFirst,
  );
  return (
    <FormScopeContext value={drawn.scope}>
      <TabContext value={tabs}>
        {refused && (
          <Refusal {...{ ref: reason, entity, refused, isCorrected }} drawn={drawn.schema.properties ?? {}} />
        )}
        {refused && refusal.inDialog && (
          <RefusalDialog onClose={refusal.closeDialog}>{refused.message}</RefusalDialog>
        )}
        <Form
          id={formId}
          schema={drawn.schema}
          uiSchema={drawn.uiSchema}
          initialFormData={drawn.initial}
          validator={drawn.validator}
          fields={FIELDS}
          widgets={drawn.widgets}
          templates={TEMPLATES}
          extraErrors={refusal.extraErrors}
          experimental_defaultFormStateBehavior={DEFAULTS}
          noHtml5Validate
          showErrorList={false}
          onChange={({ formData: typed = {} }) => {
            dirty.current = isTouched(typed, drawn.untouched, proposals);
            drawn.scope.values.set(typed);
            change(typed);
            passOn(typed);
          }}
          onSubmit={({ formData: typed = {} }) => {
            // A draft also contains values that were proposed and not changed.
            passOn(typed);
            return save(typed);
          }}
          onError={invalid}
        >
          {extra}
          {foot ?? (
            <SaveBar saving={saving} readOnly={mode === 'view'} back={back} above={formId !== undefined} />
          )}
        </Form>
      </TabContext>
    </FormScopeContext>
  );
}

interface RefusalProps {
  ref: RefObject<HTMLDivElement | null>;
  entity: Entity;
  refused: Refused;
  isCorrected: boolean;
  drawn: object;
}

/**
 * The message of a refusal, and the errors of fields that the form does not draw. Its place stays when it goes, because a
 * form that moves under the pointer would lose the press of the button.
 */
function Refusal({ ref, entity, refused, isCorrected, drawn }: RefusalProps) {
  const language = useLanguage();
  return (
    <Alert
      ref={ref}
      severity="error"
      sx={{ mb: 2, scrollMarginTop: 120, visibility: isCorrected ? 'hidden' : undefined }}
    >
      {refused.message}
      {Object.entries(refused.errors)
        .filter(([name]) => !(name in drawn))
        .map(([name, text]) => (
          <div key={name}>
            {entity.field(name)?.title[language] ?? name}: {text}
          </div>
        ))}
    </Alert>
  );
}
