/** The form of a setting. Secrets are hidden while the user types them, and the server never returns them. */
import TextField from '@mui/material/TextField';
import { FormSlotsContext } from '../../resources/form/FormSlots.ts';
import { isSecret } from '../../resources/format/kind-by.ts';
import EntityForm, { type FormPurpose } from '../../resources/screens/EntityForm.tsx';
import { useFormScope } from '../../resources/widgets/form-scope.ts';
import { boxOf, type WidgetProps } from '../../resources/widgets/Widget.ts';
import { widgetOf } from '../../resources/widgets/widget-by-kind.ts';
import type { Entity } from '../../schemas/entity.ts';

function ValueWidget(props: WidgetProps) {
  const { stored } = useFormScope();
  const Usual = widgetOf(props.field);
  return isSecret(props.field, stored) ? <SecretInput {...props} /> : <Usual {...props} />;
}

/** The input of a secret. The stored value is a placeholder, and typed text replaces the secret. */
function SecretInput(props: WidgetProps) {
  const { id, value, onChange, readOnly, required } = props;
  return (
    <TextField
      {...boxOf(props)}
      id={id}
      type="password"
      value={String(value ?? '')}
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      slotProps={{ htmlInput: { readOnly, autoComplete: 'new-password' }, inputLabel: { required } }}
    />
  );
}

const SLOTS = { widgets: { valore: ValueWidget } };

export default function SettingForm(props: { entity: Entity; purpose: FormPurpose }) {
  return (
    <FormSlotsContext value={SLOTS}>
      <EntityForm {...props} />
    </FormSlotsContext>
  );
}
