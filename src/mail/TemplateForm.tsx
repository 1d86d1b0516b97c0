/** The form of a mail template, with a preview of the mail before saving. */
import PreviewIcon from '@mui/icons-material/VisibilityOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Opening } from '../../resources/feedback/Placeholder.tsx';
import { RefusalsInDialog } from '../../resources/feedback/refusals-in-dialog.ts';
import { FormSlotsContext } from '../../resources/form/FormSlots.ts';
import EntityForm, { type FormPurpose } from '../../resources/screens/EntityForm.tsx';
import { useFormScope } from '../../resources/widgets/form-scope.ts';
import { TextWidget } from '../../resources/widgets/TextWidget.tsx';
import type { WidgetProps } from '../../resources/widgets/Widget.ts';
import type { Entity, Row } from '../../schemas/entity.ts';

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

const SLOTS = { widgets: { body: BodyWidget } };

export default function TemplateForm(props: { entity: Entity; purpose: FormPurpose }) {
  return (
    <RefusalsInDialog value={true}>
      <FormSlotsContext value={SLOTS}>
        <EntityForm {...props} />
      </FormSlotsContext>
    </RefusalsInDialog>
  );
}
