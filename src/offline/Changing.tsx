/** Changes a refused act in the dialog of this act, and sends it again. */
import { outbox } from '../../dataProvider/outbox.ts';
import type { Waiting } from '../../dataProvider/outbox-order.ts';
import ActDialog from '../../resources/acts/ActDialog.tsx';
import { formFields } from '../../resources/form/form-schema.ts';
import { type Act, bodyToSend, meantBy } from '../../schemas/act.ts';
import type { Row } from '../../schemas/entity.ts';

/** Returns whether the act has fields that a dialog draws. */
export const isChangeable = ({ form }: Act): boolean => formFields(form).length > 0;

/**
 * Returns the fields that the dialog draws, and those that chosen rows fill, without values: the dialog replaces
 * them.
 */
const replaced = ({ form }: Act): Row =>
  Object.fromEntries(
    formFields(form)
      .flatMap(({ name, rows }) => [name, ...Object.keys(rows?.fills ?? {}), rows?.typed?.into ?? name])
      .map((name) => [name, undefined]),
  );

interface ChangingProps {
  waiting: Waiting;
  act: Act;
  record: Row;
  onClose(): void;
}

export function Changing({ waiting, act, record, onClose }: ChangingProps) {
  return (
    <ActDialog
      act={act}
      id={waiting.id}
      record={{ ...record, id: Number(waiting.id) }}
      start={meantBy(act, waiting.body)}
      send={async (typed) => {
        await outbox.again(waiting, { body: { ...replaced(act), ...bodyToSend(act, typed) } });
        return { queued: true };
      }}
      onClose={onClose}
    />
  );
}
