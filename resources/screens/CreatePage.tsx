/** The page of a new record, empty or with initial values. */
import Paper from '@mui/material/Paper';
import type { ReactNode } from 'react';
import { type RaRecord, useCreateContext, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { useOrigin } from '../context/origin.ts';
import { listAddress, pageAddress, tabOfRows } from '../context/routes.ts';
import { usePageTitle } from '../context/usePageTitle.ts';
import { CreateForm } from '../form/CreateForm.tsx';
import { FormHeader } from '../form/FormHeader.tsx';
import { useFormSlots } from '../form/FormSlots.ts';
import { hasOwnButtons, rowsBelow } from '../form/parent-record.ts';
import { NewRecord, useSaySaved } from '../form/RecordFrame.tsx';
import { SaveAbove } from '../form/SaveBar.tsx';

export const PAPER_STYLE = { px: { xs: 2, md: 3 }, pt: 3 };

export const useBack = (entity: Entity): string => listAddress(entity, useApplication().entities) ?? '/home';

/**
 * Returns the address after saving: the page of the record, or its form if linked rows can be added only now.
 */
function useAddressAfter(entity: Entity, back: string): (id: RaRecord['id']) => string {
  const application = useApplication();
  const { routes, children, below } = entity;
  const [first] = rowsBelow(entity, application);
  return (id) => {
    if (below) return back;
    const goesOn = children.some(({ tab }) => !tab) || hasOwnButtons(entity, application);
    return (
      (!goesOn && !routes.detail ? undefined : pageAddress(entity, id, first && tabOfRows(first))) ?? back
    );
  };
}

/** The id of the form, for the save button above it. */
export const FORM_ID = 'record-form';

interface CreatePageProps {
  entity: Entity;
  start?: Row;
  /** The name of the copied record. */
  of?: string;
  /** The name of what is created, if it is not simply a record of the entity. */
  name?: string;
  /** The title, if it is not the generic one. */
  title?: string;
  /** The address that Cancel opens, if the form was not begun on another page; by default the list. */
  back?: string;
  /** Elements above the form. */
  children?: ReactNode;
}

export function CreatePage({ entity, start, of, name, title: customTitle, back, children }: CreatePageProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const saySaved = useSaySaved(entity);
  const { saved: onSaved } = useFormSlots();
  const list = useBack(entity);
  const begun = useOrigin();
  const away = begun?.page ?? back ?? list;
  const addressAfter = useAddressAfter(entity, begun || entity.below ? away : list);
  const formId = hasOwnButtons(entity, useApplication()) ? FORM_ID : undefined;
  const made = of
    ? translate('officina.form.copy', { name: of })
    : translate('officina.form.create', { name: name ?? entity.title[language] });
  const title = customTitle ?? made;
  usePageTitle(title);
  const finish = (saved: RaRecord) => {
    saySaved(saved);
    onSaved?.(saved);
    navigate(addressAfter(saved.id));
  };
  return (
    <NewRecord entity={entity}>
      <FormHeader
        entity={entity}
        above={of && (customTitle ? of : entity.title[language])}
        title={title}
        back={away}
        backName={begun?.name}
      >
        {formId && <SaveNew form={formId} />}
      </FormHeader>
      {children}
      <Paper variant="outlined" sx={PAPER_STYLE}>
        <CreateForm entity={entity} start={start} back={away} formId={formId} onSaved={finish} />
      </Paper>
    </NewRecord>
  );
}

/** The save button, inside <NewRecord>, which holds the saving state. */
function SaveNew({ form }: { form: string }) {
  const { saving } = useCreateContext();
  return <SaveAbove form={form} saving={saving === true} />;
}
