/** The form of a mail template, with a preview of the mail before saving, and a warning about placeholders after it. */
import PreviewIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../resources/context/application.tsx';
import { Opening } from '../../resources/feedback/Placeholder.tsx';
import { RefusalsInDialog } from '../../resources/feedback/refusals-in-dialog.ts';
import { useSay, useSayWhy } from '../../resources/feedback/toasts.ts';
import { FormSlotsContext } from '../../resources/form/FormSlots.ts';
import EntityForm, { type FormPurpose } from '../../resources/screens/EntityForm.tsx';
import { useFormScope } from '../../resources/widgets/form-scope.ts';
import { TextWidget } from '../../resources/widgets/TextWidget.tsx';
import type { WidgetProps } from '../../resources/widgets/Widget.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { preview } from './mail-calls.ts';

const PreviewDialog = lazy(() => import('./PreviewDialog.tsx'));

/** The text of the mail, and the button for its preview. */
function BodyWidget(props: WidgetProps) {
  const translate = useTranslate();
  const { values, stored } = useFormScope();
  const [template, setTemplate] = useState<Row>();
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <TextWidget {...props} />
      <Button
        size="small"
        startIcon={<PreviewIcon />}
        onClick={() => setTemplate({ ...stored, ...values.get() })}
      >
        {translate('officina.mail.preview')}
      </Button>
      {template && (
        <Suspense fallback={<Opening />}>
          <PreviewDialog template={template} onClose={() => setTemplate(undefined)} />
        </Suspense>
      )}
    </Box>
  );
}

const WIDGETS = { body: BodyWidget };

/** The fields with placeholders. */
const TEXTS = ['subject', 'body'];

/**
 * Returns a function that says which placeholders of a saved template do not exist. Such a template is valid: mails
 * leave them empty.
 */
function useSayUnknown(entity: Entity): (template: Row) => Promise<void> {
  const say = useSay();
  const language = useLanguage();
  return async (template) => {
    for (const name of TEXTS) {
      const { unknown } = await preview({ [name]: template[name] }, undefined);
      if (unknown.length === 0) continue;
      say('officina.mail.unknown_saved', 'warning', {
        smart_count: unknown.length,
        names: unknown.map((one) => `$#$${one}$#$`).join(', '),
        field: entity.property(name).title[language],
      });
    }
  };
}

export default function TemplateForm(props: { entity: Entity; purpose: FormPurpose }) {
  const sayUnknown = useSayUnknown(props.entity);
  const sayWhy = useSayWhy();
  // A failed check is reported, because the template may have faults that nobody was told.
  const slots = { widgets: WIDGETS, saved: (template: Row) => void sayUnknown(template).catch(sayWhy) };
  return (
    <RefusalsInDialog value={true}>
      <FormSlotsContext value={slots}>
        <EntityForm {...props} />
      </FormSlotsContext>
    </RefusalsInDialog>
  );
}
